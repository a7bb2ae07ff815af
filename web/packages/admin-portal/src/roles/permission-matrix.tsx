import { useApi } from '@gatehouse/react'
import { ErrorState, Loading } from '@gatehouse/ui'
import { Checkbox, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermissions } from '../shared/permissions'
import { builtIn } from './built-in'
import { type Cell, matrixOf, type Row, withCategory } from './matrix'
import classes from './roles.module.css'
import { categoriesQuery } from './roles.queries'
import { useT } from './roles.texts'

interface PermissionMatrixProps {
  /** Ids of permissions. */
  readonly value: readonly string[]
  readonly onChange: (permissionIds: string[]) => void
  /** The vendor gives whatever there is. */
  readonly everything?: boolean
}

/** What a role allows, by category. A permission that the user lacks is listed, but cannot be granted. */
export function PermissionMatrix({ value, onChange, everything = false }: PermissionMatrixProps) {
  const t = useT()
  const may = usePermissions() as (key: string) => boolean
  const { data, error, refetch } = useQuery(categoriesQuery(useApi()))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
  const rows = matrixOf(data, value, may, everything).filter(({ cells }) => cells.length > 0)
  const count = rows.reduce((sum, { allowed }) => sum + allowed, 0)

  function toggle(id: string, isWanted: boolean) {
    onChange(isWanted ? [...value, id] : value.filter((one) => one !== id))
  }
  return (
    <section aria-label={t('columns.permissions')}>
      <Title order={3} size="h3" mb={4}>
        {t('count', { count })}
      </Title>
      <div className={classes.help}>{t('matrix.help')}</div>
      {rows.map((row) => (
        <Category
          key={row.id}
          row={row}
          onAll={(isWanted) => onChange(withCategory(value, row, isWanted))}
          onToggle={toggle}
        />
      ))}
    </section>
  )
}

interface CategoryProps {
  readonly row: Row
  readonly onAll: (isWanted: boolean) => void
  readonly onToggle: (id: string, isWanted: boolean) => void
}

function Category({ row, onAll, onToggle }: CategoryProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { cells, allowed, of } = row
  const name = builtIn(row.name)
  const isAll = of > 0 && allowed === of
  return (
    <div className={classes.matrixRow}>
      {of > 0 && (
        <Checkbox
          className={classes.all}
          aria-label={t('matrix.all', { name })}
          checked={isAll}
          indeterminate={allowed > 0 && !isAll}
          disabled={cells.every(({ isKept, isCovered }) => isKept || isCovered)}
          onChange={() => onAll(!isAll)}
        />
      )}
      <details className={classes.category} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          <span className={classes.categoryName}>{name}</span>
          {of > 0 && <span className={classes.share}>{t('drawer.share', { count: allowed, of })}</span>}
        </summary>
        {isOpen && (
          <div className={classes.cells}>
            {cells.map((cell) => (
              <PermissionBox key={cell.permission.id} cell={cell} onToggle={onToggle} />
            ))}
          </div>
        )}
      </details>
    </div>
  )
}

interface PermissionBoxProps {
  readonly cell: Cell
  readonly onToggle: (id: string, isWanted: boolean) => void
}

function PermissionBox({ cell, onToggle }: PermissionBoxProps) {
  const t = useT()
  const { permission, isChosen, isCovered, isKept } = cell
  const why = isKept ? t('matrix.kept') : isCovered && !isChosen ? t('matrix.covered') : undefined
  return (
    <Checkbox
      label={builtIn(permission.name)}
      description={why ?? permission.description}
      title={permission.key}
      checked={isChosen || isCovered}
      disabled={isKept || (isCovered && !isChosen)}
      onChange={({ currentTarget }) => onToggle(permission.id, currentTarget.checked)}
    />
  )
}
