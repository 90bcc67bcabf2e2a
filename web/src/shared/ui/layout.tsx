import { createElement, type ComponentPropsWithRef, type CSSProperties } from 'react';
import { classNames } from './class-names';
import styles from './layout.module.css';

type Tag = keyof HTMLElementTagNameMap;
type Step = 0 | 0.5 | 1 | 1.5 | 2 | 3 | 4 | 5 | 6 | 8 | 12;

interface Look {
  /** The gap between the children in steps of the spacing scale: one for both directions, or "rows columns". */
  gap?: Step | `${Step} ${Step}`;
  /** Alignment across the direction of the children. */
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  /** Alignment along the direction of the children. */
  justify?: 'start' | 'center' | 'end' | 'space-between';
  /** As an inline box. */
  inline?: boolean;
  /** May shrink below the width of its content. */
  shrink?: boolean;
}

interface Columns {
  /** As many columns as fit, each at least this wide. */
  min?: string;
  /** Keeps empty columns. */
  fill?: boolean;
  /** Otherwise the columns, as in grid-template-columns. */
  columns?: string;
}

type Box<T extends Tag> = Look & { as?: T } & Omit<ComponentPropsWithRef<T>, keyof Look | keyof Columns>;

const lengthOf = (step: string): string => `calc(var(--space-1) * ${step})`;

/** An element with one of the classes. Undefined styles are left to the caller's class. */
function box(name: 'row' | 'cluster' | 'grid', look: CSSProperties, props: Box<Tag>) {
  const { as = 'div', gap, align: _, justify: _1, inline: _2, shrink: _3, className, style, ...rest } = props;
  const distance = gap === undefined ? undefined : String(gap).split(' ').map(lengthOf).join(' ');
  return createElement(as, {
    ...rest,
    className: classNames(styles[name], className),
    style: { gap: distance, ...look, ...style },
  });
}

const flexed = ({ align, justify, inline, shrink }: Look): CSSProperties => ({
  display: inline === true ? 'inline-flex' : undefined,
  alignItems: align,
  justifyContent: justify,
  minWidth: shrink === true ? 0 : undefined,
});

/** Children side by side, on one line. */
export function Row<T extends Tag = 'div'>(props: Box<T>) {
  return box('row', flexed(props), props);
}

/** Children side by side, wrapping as needed. */
export function Cluster<T extends Tag = 'div'>(props: Box<T>) {
  return box('cluster', flexed(props), props);
}

/** Children one below the other, as wide as the stack. */
export function Stack<T extends Tag = 'div'>(props: Box<T>) {
  const { align, justify, shrink } = props;
  const columns = shrink === true ? 'minmax(0, 1fr)' : undefined;
  return box('grid', { justifyItems: align, alignContent: justify, gridTemplateColumns: columns }, props);
}

/** Children in columns. */
export function Grid<T extends Tag = 'div'>({ min, fill, columns, ...props }: Columns & Box<T>) {
  const { align, justify } = props as Look;
  const fitting = `repeat(${fill === true ? 'auto-fill' : 'auto-fit'}, minmax(min(${min}, 100%), 1fr))`;
  const gridTemplateColumns = min === undefined ? columns : fitting;
  return box('grid', { alignItems: align, justifyItems: justify, gridTemplateColumns }, props as unknown as Box<Tag>);
}
