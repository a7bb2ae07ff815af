import { exactTime } from '@gatehouse/admin-portal/kit'
import { InlineAlert, type TableState } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { dayOf } from '../shared/days'
import type { AuditsState } from './audits.queries'
import { useT } from './audits.texts'

interface SearchLimitProps {
  readonly when: string
  readonly state: AuditsState
  readonly onStateChange: (state: TableState) => void
}

/** A request searches a limited number of entries. This offers to search earlier ones, day by day. */
export function SearchLimit({ when, state, onStateChange }: SearchLimitProps) {
  const t = useT()
  const { createdAt } = state.filters
  const day = dayOf(when)
  const isFurther = (createdAt?.to === undefined || day < createdAt.to) && (createdAt?.from ?? '') <= day
  const searchEarlier = () =>
    onStateChange({ ...state, page: 1, filters: { ...state.filters, createdAt: { ...createdAt, to: day } } })
  return (
    <InlineAlert
      action={
        isFurther && (
          <Button variant="default" size="xs" onClick={searchEarlier}>
            {t('earlier')}
          </Button>
        )
      }
    >
      {t('window', { when: exactTime(when) })}
    </InlineAlert>
  )
}
