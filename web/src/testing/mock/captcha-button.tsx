import { useState, type MouseEvent } from 'react';
import { useLocale } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import type { MockAnswer } from './envelope';

/** Requests a captcha for the phone number in its form. Only mock mode has captchas. */
export function CaptchaButton() {
  const chinese = useLocale() === 'zh-CN';
  const [answer, setAnswer] = useState('');
  const ask = async ({ currentTarget }: MouseEvent<HTMLButtonElement>): Promise<void> => {
    const { form } = currentTarget;
    const tel = form === null ? null : new FormData(form).get('phone');
    const response = await fetch('/api/user/captcha', { method: 'POST', body: JSON.stringify({ tel }) });
    const { data, msg } = (await response.json()) as MockAnswer;
    setAnswer(data === null ? msg : (data as { captcha: string }).captcha);
  };
  return (
    <p>
      <Button size="s" onClick={(event) => void ask(event)}>
        {chinese ? '获取验证码' : 'Get a captcha'}
      </Button>{' '}
      <span role="status">{answer}</span>
    </p>
  );
}
