// Creating an Intl object takes a millisecond and using it almost nothing, so each is created once.
function remember<Options, Made>(
  make: (locale: string, options?: Options) => Made,
): (locale: string, options?: Options) => Made {
  const made = new Map<string, Made>();
  return (locale, options) => {
    const id = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(id) ?? make(locale, options);
    made.set(id, known);
    return known;
  };
}

export const numberFormat = remember(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** A date format. Pass `timeZone`: the college's for instants, 'UTC' for civil dates. */
export const dateFormat = remember(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** "in 5 minutes", "yesterday". */
export const relativeFormat = remember(
  (locale, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/** "a, b and c". */
export const listFormat = remember((locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));

export const pluralRules = remember((locale) => new Intl.PluralRules(locale));
