import { AppLink } from '@/shared/ui/app-link';
import { Avatar } from '@/shared/ui/avatar';
import { Chip, Count, CountMark } from '@/shared/ui/badge';
import { Breadcrumb } from '@/shared/ui/breadcrumb';
import { Button, IconButton, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Descriptions } from '@/shared/ui/descriptions';
import { Drawing, type DrawingName } from '@/shared/ui/drawings';
import type { IconType } from '@/shared/ui/icons';
import * as icons from '@/shared/ui/icons';
import { Cluster, Grid, Row, Stack } from '@/shared/ui/layout';
import { Notice } from '@/shared/ui/notice';
import { QrCode } from '@/shared/ui/qr-code';
import { Section } from './section';

const drawings: readonly DrawingName[] = [
  'calendar',
  'inbox',
  'film',
  'search',
  'cloud',
  'door',
  'page',
  'wrench',
  'done',
];

const allIcons: [name: string, icon: IconType][] = Object.entries(icons);

function Buttons() {
  return (
    <Section title="button, app-link">
      {(['primary', 'secondary', 'text', 'danger'] as const).map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button icon={icons.PlusIcon}>icon</Button>
      <Button loading>loading</Button>
      <Button disabled>disabled</Button>
      <Button size="s">small</Button>
      <Button size="l">large</Button>
      <IconButton icon={icons.BellIcon} label="3 unread" mark={<CountMark count={3} />} />
      <IconButton icon={icons.CloseIcon} label="Small" size="s" />
      <AppLink href="/" className={buttonClass({ variant: 'primary' })}>
        link
      </AppLink>
    </Section>
  );
}

function Layout() {
  const chips = ['one', 'two', 'three'].map((name) => <Chip key={name}>{name}</Chip>);
  return (
    <Section title="layout" fields>
      <Row gap={2} justify="space-between">
        {chips}
      </Row>
      <Cluster gap="1 4">{chips}</Cluster>
      <Stack gap={1} align="start">
        {chips}
      </Stack>
      <Grid gap={2} min="60px">
        {chips}
      </Grid>
    </Section>
  );
}

/** What only shows something. */
export function Display() {
  return (
    <>
      <Buttons />
      <Layout />
      <Section title="badge">
        {(['neutral', 'accent', 'success', 'warning', 'danger'] as const).map((tone) => (
          <Chip key={tone} tone={tone}>
            {tone}
          </Chip>
        ))}
        <Count count={7} />
        <Count count="99+" urgent />
      </Section>
      <Section title="avatar">
        <Avatar name="Lin Xi" />
        <Avatar name="林夕" size={56} />
      </Section>
      <Section title="card, descriptions">
        <Card title="Card" extra={<Chip>extra</Chip>}>
          <Descriptions
            facts={[
              { label: 'Room', value: 'A-305' },
              { label: 'Teacher', value: 'Chen Wei' },
              { label: 'Unknown', value: '' },
            ]}
          />
        </Card>
      </Section>
      <Section title="notice">
        <Notice icon={icons.InfoIcon}>neutral</Notice>
        <Notice tone="accent" icon={icons.InfoIcon}>
          accent
        </Notice>
        <Notice tone="warning" icon={icons.WarningIcon} action={<Button size="s">Do something</Button>}>
          warning, with an action
        </Notice>
      </Section>
      <Section title="breadcrumb">
        <Breadcrumb home="/" items={['Student', 'Timetable']} />
      </Section>
      <Section title="qr-code">
        <QrCode text="https://college.example/calendar/abc.ics" label="QR code of an address" />
      </Section>
      <Section title="icons">
        {allIcons.map(([name, Icon]) => (
          <Icon key={name} />
        ))}
      </Section>
      <Section title="drawings">
        {drawings.map((name) => (
          <Drawing key={name} name={name} />
        ))}
      </Section>
    </>
  );
}
