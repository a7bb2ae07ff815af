import { SettingsSkeleton } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ErrorState, PageHeader } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { configurationQuery } from './configuration.queries'
import { useT } from './configuration.texts'
import { Editor } from './editor'

export function ConfigurationPage() {
  const t = useT()
  const { data, error, refetch } = useQuery(configurationQuery(useApi()))
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {error && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SettingsSkeleton fields={3} />
      ) : (
        <Editor shown={data} />
      )}
    </>
  )
}
