import { exactTime } from '@gatehouse/admin-portal/kit'
import { Stack, Text } from '@mantine/core'
import type { Discrepancy } from '../wire'
import { useT } from './discrepancies.texts'

type Side = Discrepancy['provider']

interface SaidProps {
  readonly side: Side
  /** Values that both sides share are left out. */
  readonly other: Side
}

/** What one side knows about a subscription, one line per value. */
export function SideDetails({ side, other }: SaidProps) {
  const lines = useLines()
  const known = lines(other)
  const said = lines(side)
  const differs = said.filter((line) => !known.includes(line))
  return <Lines lines={differs.length > 0 ? differs : said} />
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  const t = useT()
  if (lines.length === 0) return <Text c="dimmed">{t('nothing')}</Text>
  return (
    <Stack gap={2}>
      {lines.map((line) => (
        <Text key={line} span>
          {line}
        </Text>
      ))}
    </Stack>
  )
}

function useLines() {
  const t = useT()
  return ({ status, seats, priceId, endsAt, pausesAt, standing }: Side): string[] => [
    ...(status ? [t('status', { value: status.replaceAll('_', ' ') })] : []),
    ...(seats == null ? [] : [t('seats', { count: seats })]),
    ...(priceId ? [t('price', { value: priceId })] : []),
    ...(endsAt ? [t('ends', { when: exactTime(endsAt) })] : []),
    ...(pausesAt ? [t('pauses', { when: exactTime(pausesAt) })] : []),
    ...(standing ? [t(standing)] : []),
  ]
}
