import { failureOf, SettingsSkeleton } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ErrorState, PageHeader } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { configurationQuery } from './configuration.queries'
import { useT } from './configuration.texts'
import { Editor } from './editor'

export function ConfigurationPage() {
  const t = useT()
  const configuration = useQuery(configurationQuery(useApi()))
  const [{ data, refetch }, failure] = [configuration, failureOf(configuration)]
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {failure ? (
        <ErrorState error={failure} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SettingsSkeleton fields={3} />
      ) : (
        <Editor shown={data} />
      )}
    </>
  )
}
