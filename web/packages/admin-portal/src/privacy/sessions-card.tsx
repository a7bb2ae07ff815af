import { useApi } from '@gatehouse/react'
import { ConfirmDialog, ErrorState, toast } from '@gatehouse/ui'
import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoginSession } from '../wire'
import { sessionsQuery, useEndSessions } from './privacy.queries'
import { useT } from './privacy.texts'
import { SessionRow, useDeviceName } from './session-row'
import classes from './sessions.module.css'

export function SessionsCard() {
  const t = useT()
  const { data, error, refetch } = useQuery(sessionsQuery(useApi()))
  const [ending, setEnding] = useState<LoginSession | 'others'>()
  const others = data?.filter(({ current }) => !current) ?? []

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
          {data
            ?.toSorted(currentFirst)
            .map((session) => <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />) ?? (
            <SkeletonRows />
          )}
        </ul>
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
  const deviceName = useDeviceName()
  const end = useEndSessions()
  const device = ending === 'others' ? '' : deviceName(ending)
  const all = ending === 'others'

  async function confirm() {
    await end.mutateAsync(ending)
    toast.success(all ? t('sessions.othersDone') : t('sessions.signedOut', { device }))
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={all ? t('sessions.othersTitle') : t('sessions.confirmTitle', { device })}
      verb={all ? t('sessions.others') : t('sessions.signOutDevice', { device })}
    >
      {all ? t('sessions.othersText', { count: others }) : t('sessions.confirm')}
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
