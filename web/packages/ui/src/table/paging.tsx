import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { i18n } from '../i18n'
import { useT } from '../texts'
import classes from './data-table.module.css'
import { withChange } from './state'
import type { TableState } from './types'

const SIZES = [10, 20, 50, 100]

interface PagingProps {
  state: TableState
  onStateChange: (state: TableState) => void
  total: number
  shown: number
  /** The page sizes to choose from; a single one hides the choice. */
  sizes?: readonly number[]
}

export function Paging({ state, onStateChange, total, shown, sizes: offered = SIZES }: PagingProps) {
  const t = useT()
  const number = new Intl.NumberFormat(i18n.language)
  const from = (state.page - 1) * state.pageSize + 1
  const isLast = state.page * state.pageSize >= total
  const to = Math.min(from + shown - 1, total)
  const isOnly = state.page <= 1 && isLast
  const sizes = [...new Set([...offered, state.pageSize])].sort((one, other) => one - other)
  const go = (page: number) => onStateChange({ ...state, page })
  return (
    <div className={classes.paging}>
      <span aria-live="polite">
        {t(from === to ? 'table.rangeOne' : 'table.range', {
          from: number.format(from),
          to: number.format(to),
          total: number.format(total),
        })}
      </span>
      <div className={classes.pages}>
        {sizes.length > 1 && total > Math.min(...sizes) && (
          <NativeSelect
            aria-label={t('table.rowsPerPage')}
            value={state.pageSize}
            data={sizes.map(String)}
            onChange={(event) => onStateChange(withChange(state, { pageSize: Number(event.currentTarget.value) }))}
          />
        )}
        {!isOnly && (
          <>
            <ActionIcon aria-label={t('table.previous')} disabled={state.page <= 1} onClick={() => go(state.page - 1)}>
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={t('table.next')} disabled={isLast} onClick={() => go(state.page + 1)}>
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </>
        )}
      </div>
    </div>
  )
}
