import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { EntriesBody, EntryName } from '../../shared/entries-body'
import { AppDialog } from './app-dialog'
import { AssociationFile } from './association-file'
import { type MobileApp, mobileAppsQuery, removeApp, TABLE } from './mobile.queries'
import { useT } from './mobile.texts'

/** Mobile apps of this server, with the association files that devices read. */
export function MobileTab() {
  const t = useT()
  function about({ platform, fingerprints = [] }: MobileApp) {
    const count = fingerprints.length
    return [t(`platform.${platform}`), count > 0 && t('prints', { count })].filter(Boolean).join(', ')
  }
  return (
    <EntriesBody
      table={TABLE}
      query={useQuery(mobileAppsQuery(useApi()))}
      t={t}
      none={t('none')}
      row={({ name, entry }) => <EntryName name={name} about={about(entry)} />}
      adder={(close) => <AppDialog onClose={close} />}
      edit={{
        label: ({ platform }) => platform === 'android' && t('edit'),
        dialog: ({ name, entry: app }, close) => <AppDialog known={{ name, app }} onClose={close} />,
      }}
      removal={removeApp}
    >
      <AssociationFile platform="ios" />
      <AssociationFile platform="android" />
    </EntriesBody>
  )
}
