import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { pathTo, regionName, type Region } from '@/shared/region/region';
import { useRegions } from '@/shared/region/use-regions';
import { Grid } from './layout';
import styles from './region-picker.module.css';
import { Select } from './select';
import { Skeleton } from './skeleton';

interface Props {
  label: string;
  tree: readonly Region[];
  /** The most specific region chosen; empty for none. */
  value: string;
  onChange: (id: string) => void;
  required?: boolean;
  error?: ReactNode;
}

/** Province, city, district: each choice opens the next list. The value is the most specific one chosen. */
export function RegionPicker({ label, tree, value, onChange, required = false, error }: Props) {
  const { t } = useTranslation('shared');
  const [chosen, setChosen] = useState(value);
  // A value set from outside, such as a loaded profile, replaces what was chosen before it.
  const [given, setGiven] = useState(value);
  if (given !== value) {
    setGiven(value);
    setChosen(value);
  }
  const path = pathTo(tree, chosen);
  const names = [t('ui.regionProvince'), t('ui.regionCity'), t('ui.regionDistrict')];
  const levels = [tree, ...path.map((region) => region.children)].filter((regions) => regions.length > 0);
  const choose = (level: number, id: string): void => {
    const next = id === '' ? (path[level - 1]?.id ?? '') : id;
    setChosen(next);
    onChange(next);
  };
  return (
    <Grid as="fieldset" gap={2} min="140px">
      <legend className={styles['legend']} data-required={required}>
        {label}
      </legend>
      {levels.map((regions, level) => (
        <Select
          key={path[level - 1]?.id ?? ''}
          label={names[level] ?? ''}
          hideLabel
          required={required && level === 0}
          error={level === levels.length - 1 ? error : undefined}
          placeholder={t('ui.regionChoose')}
          value={path[level]?.id ?? ''}
          options={regions.map((region) => ({ value: region.id, label: region.name }))}
          onChange={({ target }) => choose(level, target.value)}
        />
      ))}
    </Grid>
  );
}

type FieldProps = Omit<Props, 'tree'>;

function LoadedPicker(props: FieldProps) {
  return <RegionPicker {...props} tree={useRegions()} />;
}

/** A region of China or a country, chosen level by level once the regions are loaded. */
export function RegionField(props: FieldProps) {
  return (
    <Suspense fallback={<Skeleton height={36} />}>
      <LoadedPicker {...props} />
    </Suspense>
  );
}

interface NameProps {
  code: string;
  /** Shown for an unknown code. */
  fallback: string;
  separator?: string;
}

function Name({ code, fallback, separator = ' ' }: NameProps) {
  return regionName(useRegions(), code, separator) || fallback;
}

/** The name of a region in the page's language, once the regions are loaded. */
export function RegionName(props: NameProps) {
  return (
    <Suspense fallback={<Skeleton width={120} />}>
      <Name {...props} />
    </Suspense>
  );
}
