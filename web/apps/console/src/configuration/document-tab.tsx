import { failureOf, SettingsSkeleton } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ErrorState } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { configurationQuery } from './configuration.queries'
import { DocumentEditor } from './document-editor'

/** The whole configuration as one document. */
export function DocumentTab() {
  const configuration = useQuery(configurationQuery(useApi()))
  const [{ data, refetch }, failure] = [configuration, failureOf(configuration)]
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  return data === undefined ? <SettingsSkeleton fields={3} /> : <DocumentEditor shown={data} />
}
