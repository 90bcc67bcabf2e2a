import { createElement, type ComponentPropsWithRef, type CSSProperties } from 'react';
import { classNames } from './class-names';
import styles from './layout.module.css';

type Tag = keyof HTMLElementTagNameMap;
type Step = 0 | 0.5 | 1 | 1.5 | 2 | 3 | 4 | 5 | 6 | 8 | 12;

interface Look {
  /** The distance of the children in steps of the spacing scale: one for both directions, or "rows columns". */
  gap?: Step | `${Step} ${Step}`;
  /** Across the direction of the children. */
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  /** Along the direction of the children. */
  justify?: 'start' | 'center' | 'end' | 'space-between';
  /** In a line of text or beside others. */
  inline?: boolean;
  /** May be narrower than what is in it. */
  shrink?: boolean;
}

interface Columns {
  /** As many columns as fit, each at least this wide. */
  min?: string;
  /** Keeps the width of columns without a child. */
  fill?: boolean;
  /** Otherwise the columns, as grid-template-columns has them. */
  columns?: string;
}

type Box<T extends Tag> = Look & { as?: T } & Omit<ComponentPropsWithRef<T>, keyof Look | keyof Columns>;

const lengthOf = (step: string): string => `calc(var(--space-1) * ${step})`;

/** An element with one of the classes. What is undefined in its style stays with the caller's class. */
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

/** Beside each other, in one line. */
export function Row<T extends Tag = 'div'>(props: Box<T>) {
  return box('row', flexed(props), props);
}

/** Beside each other, in as many lines as it takes. */
export function Cluster<T extends Tag = 'div'>(props: Box<T>) {
  return box('cluster', flexed(props), props);
}

/** Below each other, as wide as the stack. */
export function Stack<T extends Tag = 'div'>(props: Box<T>) {
  const { align, justify, shrink } = props;
  const columns = shrink === true ? 'minmax(0, 1fr)' : undefined;
  return box('grid', { justifyItems: align, alignContent: justify, gridTemplateColumns: columns }, props);
}

/** In columns. */
export function Grid<T extends Tag = 'div'>({ min, fill, columns, ...props }: Columns & Box<T>) {
  const { align, justify } = props as Look;
  const fitting = `repeat(${fill === true ? 'auto-fill' : 'auto-fit'}, minmax(min(${min}, 100%), 1fr))`;
  const gridTemplateColumns = min === undefined ? columns : fitting;
  return box('grid', { alignItems: align, justifyItems: justify, gridTemplateColumns }, props as unknown as Box<Tag>);
}
