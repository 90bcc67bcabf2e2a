import { useId, useRef, type MouseEvent, type RefObject } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button, IconButton } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { Field, type FieldProps } from '@/shared/ui/field';
import fieldStyles from '@/shared/ui/field.module.css';
import { CloseIcon, SearchIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import { Popover } from '@/shared/ui/popover';
import { useWholeWords } from '@/shared/ui/use-whole-words';
import styles from './combobox.module.css';
import { useCombobox } from './use-combobox';
import type { Choice, ChoiceGroup, Search, SearchState } from './use-search';

interface Props extends FieldProps {
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** Asks the server; an empty text asks for suggestions to show before typing. */
  search: Search;
  placeholder?: string;
}

interface ListProps {
  id: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  groups: readonly ChoiceGroup[];
  active: Choice | undefined;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
}

/** A click must not move the focus out of the box: losing focus ends the search. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** The list under the box. The box handles the keys: the focus never leaves it. */
function Choices({ id, label, anchor, groups, active, onChoose, onClose }: ListProps) {
  return (
    <Popover role="listbox" id={`${id}-list`} {...{ label, anchor, onClose }} className={styles['list']}>
      {groups.map((group) => (
        <div key={group.label} role="group" aria-label={group.label}>
          <div aria-hidden="true" className={styles['head']}>
            {group.label}
          </div>
          {group.choices.map((choice) => (
            <Row
              gap={4}
              align="baseline"
              justify="space-between"
              key={choice.id}
              id={`${id}-${choice.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={choice === active}
              className={styles['choice']}
              onMouseDown={keepFocus}
              onClick={() => onChoose(choice)}
            >
              <span>{choice.label}</span>
              {choice.note !== undefined && (
                <span className={classNames('text-3 size-13 nowrap', styles['note'])}>{choice.note}</span>
              )}
            </Row>
          ))}
        </div>
      ))}
    </Popover>
  );
}

/** The state of the search, in words. */
function Outcome({ state, text, count }: { state: SearchState; text: string; count: number }) {
  const { t } = useTranslation('staff');
  const { t: shared } = useTranslation('shared');
  return (
    <Row role="status" className="text-3 size-13">
      {state.phase === 'asking' && t('picker.asking')}
      {state.phase === 'there' && count === 0 && text !== '' && t('picker.none', { text })}
      {state.phase === 'there' && count > 0 && <span className="visually-hidden">{t('picker.found', { count })}</span>}
      {state.phase === 'failed' && (
        <>
          {t('picker.failed')}
          <Button size="s" variant="text" onMouseDown={keepFocus} onClick={state.retry}>
            {shared('ui.retry')}
          </Button>
        </>
      )}
    </Row>
  );
}

/** Chooses one of very many by typing: the best match comes first, arrow keys choose, Enter takes it. */
export function Combobox({ value, onChange, search, placeholder, ...field }: Props) {
  const { t } = useTranslation('staff');
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { typed, state, all, active, ...does } = useCombobox({ value, onChange, search });
  const typing = useWholeWords(typed ?? value?.label ?? '', does.type);
  const shown = all.length > 0;
  return (
    <Field {...field}>
      {(control) => (
        <>
          <Row gap={2} ref={box} className={fieldStyles['box']}>
            <SearchIcon size={18} />
            <input
              {...control}
              type="text"
              role="combobox"
              autoComplete="off"
              spellCheck={false}
              aria-autocomplete="list"
              aria-expanded={shown}
              aria-controls={shown ? `${id}-list` : undefined}
              aria-activedescendant={active === undefined ? undefined : `${id}-${active.id}`}
              placeholder={placeholder}
              className={fieldStyles['input']}
              {...typing}
              onClick={does.open}
              onKeyDown={does.press}
              onBlur={does.leave}
            />
            {value !== null && (
              <IconButton
                icon={CloseIcon}
                size="s"
                label={t('picker.clear', { label: field.label })}
                onClick={() => does.choose(null)}
              />
            )}
          </Row>
          {shown && (
            <Choices
              {...{ id, active }}
              label={t('picker.choices', { label: field.label })}
              anchor={box}
              groups={state.groups}
              onChoose={does.choose}
              onClose={does.close}
            />
          )}
          <Outcome state={state} text={typed ?? ''} count={all.length} />
        </>
      )}
    </Field>
  );
}
