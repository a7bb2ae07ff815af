import { Link } from '@gatehouse/admin-portal/kit'
import { type Column, i18n, RelativeTime, StatusBadge } from '@gatehouse/ui'
import { Stack, Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { MergeRequest } from '../../wire'
import { useT } from './merges.texts'

const TONES = {
  waiting: 'neutral',
  confirmed: 'neutral',
  done: 'success',
  refused: 'danger',
  expired: 'neutral',
  withdrawn: 'neutral',
  stopped: 'danger',
} as const

const shortTime = (value: string) =>
  new Date(value).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })

export function useColumns(): Column<MergeRequest>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'goes',
        header: t('columns.goes'),
        wrap: true,
        // A merged account has no page of its own any more.
        cell: ({ goes, state }) => <Whose user={goes} isThere={state !== 'done'} />,
      },
      { id: 'stays', header: t('columns.stays'), wrap: true, cell: ({ stays }) => <Whose user={stays} isThere /> },
      { id: 'state', header: t('columns.state'), wrap: true, cell: (one) => <State request={one} /> },
      {
        id: 'asked',
        header: t('columns.asked'),
        wrap: true,
        cell: ({ requestedAt, requestedBy, reason }) => (
          <Stack gap={2}>
            <RelativeTime value={requestedAt} focusable={false} />
            <Detail>{t('askedBy', { who: requestedBy })}</Detail>
            <Detail>{reason}</Detail>
          </Stack>
        ),
      },
    ],
    [t],
  )
}

function Whose({ user, isThere }: { readonly user: MergeRequest['goes']; readonly isThere: boolean }) {
  const t = useT()
  return (
    <Stack gap={2}>
      {isThere ? <Link to={`/people/${user.id}`}>{user.name}</Link> : <Text span>{user.name}</Text>}
      <Detail>{user.email}</Detail>
      {user.agreedAt && <Detail>{t('agreed', { when: shortTime(user.agreedAt) })}</Detail>}
    </Stack>
  )
}

function State({ request }: { readonly request: MergeRequest }) {
  const t = useT()
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone={TONES[request.state]}>{t(`state.${request.state}`)}</StatusBadge>
      <Why request={request} />
    </Stack>
  )
}

function Why({ request: { state, expiresAt, refusedBy, withdrawnBy, problem, goes, stays } }: WhyProps) {
  const t = useT()
  const problemOf = useProblem()
  switch (state) {
    case 'waiting':
    case 'confirmed':
      return <Detail>{t('until', { when: shortTime(expiresAt) })}</Detail>
    case 'refused':
      return <Detail>{t('refusedBy', { who: refusedBy === 'goes' ? goes.email : stays.email })}</Detail>
    case 'withdrawn':
      return <Detail>{t('withdrawnBy', { who: withdrawnBy ?? '' })}</Detail>
    case 'stopped':
      return <Detail>{problemOf(problem)}</Detail>
    default:
      return null
  }
}

const PROBLEMS = [
  'address_changed',
  'directory',
  'last_administrator',
  'locked',
  'not_verified',
  'single_sign_on',
  'staff',
  'second_factor',
  'too_many_accounts',
] as const

/** Message for a problem code, if there is one. */
function useProblem() {
  const t = useT()
  return (code: string | null | undefined) => {
    const known = PROBLEMS.find((one) => code === `merges.${one}`)
    return known ? t(`problem.${known}`) : (code ?? '')
  }
}

interface WhyProps {
  readonly request: MergeRequest
}

const Detail = ({ children }: { readonly children: ReactNode }) => (
  <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)
