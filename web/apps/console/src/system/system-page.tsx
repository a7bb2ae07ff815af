import { failureOf } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ErrorState, Loading, PageHeader } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedJobs } from './failed-jobs'
import { HealthCard } from './health-card'
import { KeysCard } from './keys-card'
import { jobsQuery, systemQuery } from './system.queries'
import { useT } from './system.texts'
import { UpgradesCard } from './upgrades-card'
import { WaitingJobs } from './waiting-jobs'

export function SystemPage() {
  const t = useT()
  const api = useApi()
  const state = useQuery(systemQuery(api))
  const [page, setPage] = useState(1)
  const jobs = useQuery(jobsQuery(api, page))
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {failureOf(jobs) && failureOf(state) ? (
        <ErrorState error={failureOf(state)} onRetry={() => void Promise.all([jobs.refetch(), state.refetch()])} />
      ) : (
        <Stack gap="xl">
          {jobs.data ? (
            <>
              <FailedJobs jobs={jobs.data.failed} total={jobs.data.failedTotal} page={page} onPageChange={setPage} />
              <WaitingJobs jobs={jobs.data} />
            </>
          ) : (
            <Missing query={jobs} title={t('missing.jobs')} />
          )}
          {state.data ? (
            <>
              <HealthCard state={state.data} />
              <KeysCard keys={state.data.keys} />
              <UpgradesCard migrations={state.data.migrations} />
            </>
          ) : (
            <Missing query={state} title={t('missing.state')} />
          )}
        </Stack>
      )}
    </>
  )
}

interface MissingProps {
  readonly query: Parameters<typeof failureOf>[0] & { readonly refetch: () => unknown }
  readonly title: string
}

/** Shows which of the two queries failed. */
function Missing({ query, title }: MissingProps) {
  const failure = failureOf(query)
  return failure ? <ErrorState error={failure} title={title} onRetry={() => void query.refetch()} /> : <Loading />
}
