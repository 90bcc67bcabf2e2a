import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  replace?: boolean;
}

/** Whether a press means "here": any modifier asks the browser for another tab, window or a download. */
function isPlainPress(event: MouseEvent): boolean {
  return (
    !event.defaultPrevented && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  );
}

/** A link to a page of the portal, query and all. Its code is fetched as soon as somebody is about to press it. */
export function AppLink({ href, replace = false, onClick, children, ...props }: Props) {
  const router = useRouter();
  const prepare = (): void => {
    const [to = '/'] = href.split('?');
    // A page that cannot be fetched now says so when it is opened.
    void router.preloadRoute({ to }).catch(() => undefined);
  };
  return (
    // The press is the link's own, done without leaving the document; the keyboard presses it too.
    <a
      {...props}
      href={href}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={(event) => {
        onClick?.(event);
        if (isPlainPress(event) && (props.target ?? '') === '') {
          event.preventDefault();
          router.history[replace ? 'replace' : 'push'](href);
        }
      }}
    >
      {children}
    </a>
  );
}
