import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { EntriesBody, EntryName } from '../../shared/entries-body'
import { entriesQuery, removeEntry, TABLE } from './entries.queries'
import { useT } from './entries.texts'
import { EntryDialog } from './entry-dialog'

const KNOWN = ['adminBox', 'audits', 'saml', 'notifications'] as const

/** Settings of the portal as JSON, for those without a form of their own. */
export function EntriesTab() {
  const t = useT()
  function about(name: string) {
    const known = KNOWN.find((one) => one === name)
    return known ? t(`known.${known}`) : t('other')
  }
  return (
    <EntriesBody
      table={TABLE}
      query={useQuery(entriesQuery(useApi()))}
      t={t}
      row={({ name }) => <EntryName name={name} about={about(name)} />}
      adder={(close) => <EntryDialog onClose={close} />}
      edit={{
        label: () => t('edit'),
        dialog: (known, close) => <EntryDialog known={known} onClose={close} />,
      }}
      removal={removeEntry}
    />
  )
}
