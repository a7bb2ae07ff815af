import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, type RowAction, RowMenu } from '@gatehouse/ui'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useT } from './entries-body.texts'
import type { changeSettings, Table } from './settings.queries'
import { SettingsBody } from './settings-body'

/** Further entries are rendered on demand: a thousand take seconds. */
const AT_ONCE = 100

type Entries<Entry> = Readonly<Record<string, Entry>>

export interface KnownEntry<Entry> {
  readonly name: string
  readonly entry: Entry
}

export type EntryWords =
  | 'purpose'
  | 'readOnly'
  | 'list'
  | 'add'
  | 'actions'
  | 'remove'
  | 'question'
  | 'warning'
  | 'verb'

interface EntriesBodyProps<Entry> {
  readonly table: Table
  readonly query: UseQueryResult<Entries<Entry>>
  /** Texts of the section. */
  readonly t: (key: EntryWords, values?: { readonly name: string }) => string
  /** Text for an empty list. */
  readonly none?: string
  /** Rows in their order, including known entries without a value, which cannot be removed. */
  readonly rowsOf?: (entries: Entries<Entry>) => readonly (readonly [name: string, entry: Entry])[]
  readonly row: (known: KnownEntry<Entry>) => ReactNode
  readonly adder: (close: () => void) => ReactNode
  /** Label of the menu item and its dialog, for entries with more than a switch. */
  readonly edit?: {
    readonly label: (entry: Entry) => string | false
    readonly dialog: (known: KnownEntry<Entry>, close: () => void) => ReactNode
  }
  readonly removal: ReturnType<typeof changeSettings>
  /** Rendered below the card. */
  readonly children?: ReactNode
}

/**
 * The open dialog with a copy of its entry, so that a removal by another administrator does not discard unsaved input.
 */
type Open<Entry> = { readonly dialog: 'add' } | ({ readonly dialog: 'edit' | 'remove' } & KnownEntry<Entry>)

/** List of the named entries of a table of the document. Each is added, changed and removed separately. */
export function EntriesBody<Entry>(props: EntriesBodyProps<Entry>) {
  const { table, query, t, adder, edit, removal, children } = props
  const remove = useAction(removal)
  const [open, setOpen] = useState<Open<Entry>>()
  const close = () => setOpen(undefined)
  return (
    <SettingsBody needs={[query]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => (
        <>
          <Text c="dimmed">{t('purpose')}</Text>
          <EntryCard {...props} onOpen={setOpen} />
          {children}
          {open?.dialog === 'add' && adder(close)}
          {open?.dialog === 'edit' && edit?.dialog(open, close)}
          {open?.dialog === 'remove' && (
            <ConfirmDialog
              opened
              onClose={close}
              onConfirm={() => remove.run({ table, remove: [open.name], name: open.name })}
              title={t('question', { name: open.name })}
              verb={t('verb', { name: open.name })}
            >
              {t('warning')}
            </ConfirmDialog>
          )}
        </>
      )}
    </SettingsBody>
  )
}

const toEntries = <Entry,>(entries: Entries<Entry>): [string, Entry][] => Object.entries(entries)

interface EntryCardProps<Entry> extends EntriesBodyProps<Entry> {
  readonly onOpen: (open: Open<Entry>) => void
}

function EntryCard<Entry>({ query, t, none, rowsOf = toEntries, row, edit, onOpen }: EntryCardProps<Entry>) {
  const id = useId()
  const canChange = usePermissions()('vendor.write.configuration')
  const entries = query.data ?? {}
  const rows = rowsOf(entries)
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const words = useT()

  function showAll() {
    flushSync(() => setWhole(true))
    // The button disappears, so focus moves to the first entry that it added.
    list.current?.children[AT_ONCE]?.querySelector<HTMLElement>('input, button')?.focus()
  }
  function actionsFor(known: KnownEntry<Entry>): RowAction[] {
    const label = edit?.label(known.entry)
    const removal = { label: t('remove'), icon: IconTrash, onClick: () => onOpen({ dialog: 'remove', ...known }) }
    return [
      ...(label ? [{ label, icon: IconEdit, onClick: () => onOpen({ dialog: 'edit', ...known }) }] : []),
      { ...removal, danger: true },
    ]
  }
  return (
    <Card component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3" id={id}>
          {t('list')}
        </Title>
        {canChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onOpen({ dialog: 'add' })}
          >
            {t('add')}
          </Button>
        )}
      </Group>
      {none && rows.length === 0 && <Text c="dimmed">{none}</Text>}
      <Stack component="ul" ref={list} gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {(isWhole ? rows : rows.slice(0, AT_ONCE)).map(([name, entry]) => (
          <Group key={name} component="li" justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{row({ name, entry })}</div>
            {canChange && name in entries && (
              <RowMenu label={t('actions', { name })} actions={actionsFor({ name, entry })} />
            )}
          </Group>
        ))}
      </Stack>
      {!isWhole && rows.length > AT_ONCE && (
        <Button variant="default" mt="md" onClick={showAll}>
          {words('all', { count: rows.length })}
        </Button>
      )}
    </Card>
  )
}

/** Label of an entry without a switch. */
export function EntryName({ name, about }: { readonly name: string; readonly about: ReactNode }) {
  return (
    <>
      <Text>{name}</Text>
      <Text c="dimmed" size="sm">
        {about}
      </Text>
    </>
  )
}
