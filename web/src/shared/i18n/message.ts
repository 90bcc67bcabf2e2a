import type { Message, Value } from './catalogue';
import { numberFormat, pluralRules } from './intl';

/** Fills in a message's {parameters}. `count` selects the plural text; unknown parameters are left as they are. */
export function formatMessage(locale: string, message: Message, parameters: Readonly<Record<string, Value>>): string {
  const text =
    typeof message === 'string'
      ? message
      : (message[pluralRules(locale).select(Number(parameters['count']))] ?? message.other);
  return text.replaceAll(/\{(\w+)\}/gu, (place, name: string) => {
    const value = parameters[name];
    return typeof value === 'number' ? numberFormat(locale).format(value) : (value ?? place);
  });
}
