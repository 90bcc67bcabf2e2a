import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  replace?: boolean;
}

/** Whether a click should open the page here: with any modifier, the browser opens a tab or window, or downloads. */
function isPlainPress(event: MouseEvent): boolean {
  return (
    !event.defaultPrevented && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  );
}

/** A link to a page of the portal. Its code is fetched as soon as the pointer or focus reaches it. */
export function AppLink({ href, replace = false, onClick, children, ...props }: Props) {
  const router = useRouter();
  const prepare = (): void => {
    const [to = '/'] = href.split('?');
    // A page that can't be fetched shows its error once it is opened.
    void router.preloadRoute({ to }).catch(() => undefined);
  };
  return (
    // The handler replaces the link's own navigation; the keyboard triggers it too.
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
