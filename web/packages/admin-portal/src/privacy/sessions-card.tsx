import { useApi } from '@gatehouse/react'
import { ConfirmDialog, ErrorState, Paging } from '@gatehouse/ui'
import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../shared/action'
import type { LoginSession } from '../wire'
import { endOtherSessions, endSession, sessionsQuery } from './privacy.queries'
import { useT } from './privacy.texts'
import { SessionRow, useSessionName } from './session-row'
import classes from './sessions.module.css'

const PAGE_SIZE = 10

export function SessionsCard() {
  const t = useT()
  const { data, error, refetch } = useQuery(sessionsQuery(useApi()))
  const [ending, setEnding] = useState<LoginSession | 'others'>()
  const [page, setPage] = useState(1)
  const others = data?.filter(({ current }) => !current) ?? []
  // Those of the last page may all have been ended.
  const from = (Math.min(page, Math.max(1, Math.ceil((data?.length ?? 0) / PAGE_SIZE))) - 1) * PAGE_SIZE
  const shown = data?.toSorted(currentFirst).slice(from, from + PAGE_SIZE)

  return (
    <Card component="section" aria-labelledby="privacy-sessions" padding={0}>
      <Group justify="space-between" gap="sm" p="lg" pb="md">
        <div className={classes.purpose}>
          <Title order={2} size="h3" id="privacy-sessions">
            {t('sessions.title')}
          </Title>
          <Text c="dimmed">{t(others.length > 0 || !data ? 'sessions.help' : 'sessions.only')}</Text>
        </div>
        {others.length > 1 && !error && (
          <Button variant="default" onClick={() => setEnding('others')}>
            {t('sessions.others')}
          </Button>
        )}
      </Group>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={classes.list} aria-busy={data === undefined}>
          {shown?.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
          )) ?? <SkeletonRows />}
        </ul>
      )}
      {data && data.length > PAGE_SIZE && !error && (
        <Paging
          state={{ page: from / PAGE_SIZE + 1, pageSize: PAGE_SIZE }}
          onStateChange={(next) => setPage(next.page)}
          total={data.length}
          shown={shown?.length ?? 0}
          sizes={[PAGE_SIZE]}
        />
      )}
      {ending && <EndDialog ending={ending} others={others.length} onClose={() => setEnding(undefined)} />}
    </Card>
  )
}

interface EndDialogProps {
  ending: LoginSession | 'others'
  others: number
  onClose: () => void
}

function EndDialog({ ending, others, onClose }: EndDialogProps) {
  const t = useT()
  const endOthers = useAction(endOtherSessions)
  if (ending !== 'others') return <EndOneDialog session={ending} onClose={onClose} />
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => endOthers.run()}
      title={t('sessions.othersTitle')}
      verb={t('sessions.others')}
    >
      {t('sessions.othersText', { count: others })}
    </ConfirmDialog>
  )
}

function EndOneDialog({ session, onClose }: { session: LoginSession; onClose: () => void }) {
  const t = useT()
  const endOne = useAction(endSession)
  const { name: device } = useSessionName(session)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => endOne.run({ id: session.id, device })}
      title={t('sessions.confirmTitle', { device })}
      verb={t('sessions.signOutDevice', { device })}
    >
      {t('sessions.confirm')}
    </ConfirmDialog>
  )
}

function SkeletonRows() {
  return [1, 2].map((row) => (
    <li key={row} className={classes.row} aria-hidden>
      <Skeleton circle h={36} />
      <Stack gap={6} flex={1}>
        <Skeleton h={12} w="40%" />
        <Skeleton h={10} w="60%" />
      </Stack>
    </li>
  ))
}

/** This device, then the newest. */
function currentFirst(one: LoginSession, other: LoginSession): number {
  return Number(other.current) - Number(one.current) || other.createdAt.localeCompare(one.createdAt)
}
