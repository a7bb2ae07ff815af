import { InlineAlert, type TableState } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import classes from './audits.module.css'
import { type AuditsState, auditsTable } from './audits.queries'
import { useT } from './audits.texts'
import { exactTime } from './exact-time'

interface SearchedToProps {
  readonly when: string
  readonly total: number
  readonly state: AuditsState
  readonly onStateChange: (state: TableState) => void
}

/** A search reads a limited number of entries: this says how far it went, and offers to search further. */
export function SearchedTo({ when, total, state, onStateChange }: SearchedToProps) {
  const t = useT()
  const { filter, filters = {}, page, pageSize } = state
  const hasFilters = Boolean(filter) || Object.keys(filters).some((name) => name !== 'createdAt')
  if (!hasFilters && page * pageSize < total) return null
  if (state.sort === auditsTable.start.sort && state.order === 'asc')
    return (
      <div className={classes.searched}>
        {<InlineAlert>{t('windowOldest', { when: exactTime(when) })}</InlineAlert>}
      </div>
    )
  const day = dayOf(when)
  const { from, to } = filters.createdAt ?? {}
  const isFurther = (to === undefined || day < to) && (from === undefined || from <= day)
  const searchEarlier = () =>
    onStateChange({ ...state, page: 1, filters: { ...filters, createdAt: { ...filters.createdAt, to: day } } })
  return (
    <div className={classes.searched}>
      <InlineAlert
        action={
          isFurther && (
            <Button variant="default" size="xs" onClick={searchEarlier}>
              {t('earlier')}
            </Button>
          )
        }
      >
        {t(hasFilters ? 'windowNarrowed' : 'window', { when: exactTime(when) })}
      </InlineAlert>
    </div>
  )
}

/** Of the person, whose days are nearly always those of the account. */
function dayOf(when: string): string {
  const time = new Date(when)
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}
