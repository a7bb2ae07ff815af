import { ApiError } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { EmptyState, ErrorState, Loading } from '@gatehouse/ui'
import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePermissions } from '../shared/permissions'
import { useT } from './connectivity.texts'
import { applicationQuery, slackQuery } from './slack.queries'
import { SlackWorkspace } from './slack-workspace'
import { useSlackReturn, useWayToSlack } from './use-slack-return'

/** First a workspace is connected, then its channels are chosen. */
export function SlackTab() {
  const isConnecting = useSlackReturn()
  const { data, error, refetch } = useQuery(slackQuery(useApi()))
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
  if (data.isConnected) return <SlackWorkspace configuration={data} />
  return isConnecting ? <Loading /> : <NotConnected />
}

function NotConnected() {
  const t = useT()
  const can = usePermissions()
  const goToSlack = useWayToSlack()
  const { data: application, error, refetch } = useQuery({ ...applicationQuery(useApi()), retry: false })
  if (error instanceof ApiError && error.code === 'slack.not_configured') {
    return (
      <Card p={0}>
        <EmptyState drawing="link" title={t('slack.none')}>
          {t('slack.noneHelp')}
        </EmptyState>
      </Card>
    )
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!application) return <Loading />
  const connect = can('fe.connectivity.write.slackAppRegistration') && (
    <Button onClick={() => goToSlack(application.authorizeUrl)}>{t('slack.connect')}</Button>
  )
  return (
    <Card p={0}>
      <EmptyState drawing="link" title={t('slack.empty')} action={connect}>
        {connect ? t('slack.help') : t('readHelp')}
      </EmptyState>
    </Card>
  )
}
