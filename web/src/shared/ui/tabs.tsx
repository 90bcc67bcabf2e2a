import { Suspense, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from './class-names';
import { Row } from './layout';
import { SkeletonLines } from './skeleton';
import styles from './tabs.module.css';

/** A tab; address or state store its id. */
export interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
  content: ReactNode;
}

interface Props<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
}

/** The index that an arrow, Home or End key moves to; undefined for other keys. */
export function rovingIndex(key: string, index: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (index + 1) % length;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (index - 1 + length) % length;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return undefined;
  }
}

/** Tabs with one visible panel; arrow keys move between tabs. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: Props<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent, index: number): void => {
    const next = rovingIndex(event.key, index, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (tab !== undefined) {
      event.preventDefault();
      onSelect(tab.id);
      list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
    }
  };
  const shown = tabs.find((tab) => tab.id === selected);
  return (
    <div>
      <Row
        gap={1}
        align="stretch"
        role="tablist"
        aria-label={label}
        className={classNames('no-print', styles['list'])}
        ref={list}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            className={styles['tab']}
            onClick={() => onSelect(tab.id)}
            onKeyDown={(event) => move(event, index)}
          >
            {tab.label}
          </button>
        ))}
      </Row>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        tabIndex={-1}
        className={styles['panel']}
      >
        <Suspense fallback={<SkeletonLines lines={4} />}>{shown?.content}</Suspense>
      </div>
    </div>
  );
}
