import styles from './segments.module.css';

interface Props<Id extends string> {
  label: string;
  items: readonly Id[];
  chosen: Id;
  textOf: (item: Id) => string;
  onChoose: (item: Id) => void;
}

/** Chooses one of a few views, side by side. */
export function Segments<Id extends string>({ label, items, chosen, textOf, onChoose }: Props<Id>) {
  return (
    <div role="group" aria-label={label} className={styles['segments']}>
      {items.map((item) => (
        <button key={item} type="button" aria-pressed={item === chosen} onClick={() => onChoose(item)}>
          {textOf(item)}
        </button>
      ))}
    </div>
  );
}
