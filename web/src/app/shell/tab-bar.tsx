import { useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { IconButton } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { CloseIcon, MoreIcon, ReloadIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import { Menu, MenuList, type MenuItem } from '@/shared/ui/menu';
import styles from './tab-bar.module.css';
import { afterClosing, defaultTab, openTabs, reloadTab, without, type Closing, type OpenTab } from './tabs';

interface Props {
  current: string;
  titleOf: (tab: OpenTab) => string;
  onGo: (fullPath: string) => void;
}

const closings = ['this', 'left', 'right', 'others', 'all'] as const;

function useTabActions({ current, onGo }: Pick<Props, 'current' | 'onGo'>) {
  const { t } = useTranslation('app');
  const tabs = useValue(openTabs);
  const close = (name: string, closing: Closing): void => {
    const after = without(tabs, name, closing);
    const next = afterClosing(tabs, after, current);
    openTabs.set(after);
    if (next !== undefined) {
      onGo(next.fullPath);
    }
  };
  const itemsOf = (name: string): MenuItem[] => [
    { id: 'reload', label: t('tabs.reload'), icon: ReloadIcon, onSelect: () => reloadTab(name) },
    ...closings.map((closing) => ({
      id: closing,
      label: t(`tabs.close.${closing}`),
      separated: closing === 'this' || closing === 'others',
      disabled: without(tabs, name, closing).length === tabs.length,
      onSelect: () => close(name, closing),
    })),
  ];
  return { tabs, close, itemsOf };
}

/** The open pages. A right-click, or the last button of the row, opens the menu of a tab. */
export function TabBar({ current, titleOf, onGo }: Props) {
  const { t } = useTranslation('app');
  const { tabs, close, itemsOf } = useTabActions({ current, onGo });
  const anchor = useRef<HTMLElement>(null);
  const [context, setContext] = useState<string>();
  const openContext = (event: MouseEvent<HTMLElement>, name: string): void => {
    event.preventDefault();
    anchor.current = event.currentTarget.querySelector('a');
    setContext(name);
  };
  return (
    <Row as="nav" gap={2} aria-label={t('tabs.label')} className={classNames('no-print', styles['bar'])}>
      <Row as="ul" gap={1.5} align="stretch" shrink className={styles['list']}>
        {tabs.map((tab) => (
          // The keyboard equivalent is the row's last button.
          <Row
            as="li"
            key={tab.name}
            className={styles['tab']}
            data-current={tab.name === current}
            onContextMenu={(event) => openContext(event, tab.name)}
          >
            <AppLink href={tab.fullPath} aria-current={tab.name === current ? 'page' : undefined}>
              {titleOf(tab)}
            </AppLink>
            {tab.name !== defaultTab.name && (
              <IconButton
                size="s"
                icon={CloseIcon}
                label={t('tabs.closeOne', { title: titleOf(tab) })}
                onClick={() => close(tab.name, 'this')}
              />
            )}
          </Row>
        ))}
      </Row>
      <Menu
        label={t('tabs.actions')}
        items={itemsOf(current)}
        renderTrigger={(props) => <IconButton {...props} icon={MoreIcon} label={t('tabs.actions')} />}
      />
      {context !== undefined && (
        <MenuList
          key={context}
          label={t('tabs.actions')}
          items={itemsOf(context)}
          anchor={anchor}
          onClose={() => setContext(undefined)}
        />
      )}
    </Row>
  );
}
