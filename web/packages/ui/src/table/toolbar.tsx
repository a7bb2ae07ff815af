import { Button, Menu } from '@mantine/core'
import { IconArrowsSort, IconColumns3 } from '@tabler/icons-react'
import type { Table } from '@tanstack/react-table'
import { useT } from '../texts'
import { FilterChips } from './filter-chips'
import { SearchField } from './search-field'
import { withChange, withoutFilters } from './state'
import toolbar from './toolbar.module.css'
import type { DataTableProps } from './types'

export function Toolbar<Row>({ table, ...props }: DataTableProps<Row> & { table: Table<Row> }) {
  const { state, onStateChange, searchLabel, filters = {}, columns } = props
  const canHide = table.getAllLeafColumns().some((column) => column.getCanHide())
  const canFilter = Object.keys(filters).length > 0
  if (!searchLabel && !canFilter && !canHide && !columns.some(({ sortable }) => sortable)) return null
  return (
    <div className={toolbar.bar}>
      {searchLabel && (
        <SearchField
          label={searchLabel}
          value={state.filter ?? ''}
          onChange={(filter) => onStateChange(withChange(state, { filter: filter || undefined }))}
        />
      )}
      {canFilter && (
        <FilterChips
          filters={filters}
          values={state.filters ?? {}}
          onChange={(values, change) => onStateChange(withChange(state, { filters: values }), change)}
          onClear={() => onStateChange(withoutFilters(state))}
        />
      )}
      <div className={toolbar.end}>
        <SortMenu {...props} />
        {canHide && <ColumnsMenu table={table} />}
      </div>
    </div>
  )
}

function ColumnsMenu<Row>({ table }: { table: Table<Row> }) {
  const t = useT()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}>
          {t('table.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {table
          .getAllLeafColumns()
          .filter((column) => column.getCanHide())
          .map((column) => (
            <Menu.CheckboxItem
              key={column.id}
              checked={column.getIsVisible()}
              onChange={(checked) => column.toggleVisibility(checked)}
            >
              {column.columnDef.meta?.column.header}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** On phones rows are cards without a head to click, so sorting moves into a menu. */
function SortMenu<Row>({ columns, state, onStateChange }: DataTableProps<Row>) {
  const t = useT()
  const sortable = columns.filter((column) => column.sortable)
  if (sortable.length === 0) return null
  return (
    <div className={toolbar.phoneOnly}>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconArrowsSort size={16} stroke={1.75} aria-hidden />}>
            {t('table.sort')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup
            value={state.sort ?? ''}
            onChange={(sort) => onStateChange(withChange(state, { sort, order: state.order ?? 'asc' }))}
          >
            {sortable.map((column) => (
              <Menu.RadioItem key={column.id} value={sortKey(column)}>
                {column.header}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.RadioGroup
            value={state.order ?? 'asc'}
            onChange={(order) => onStateChange(withChange(state, { order: order === 'desc' ? 'desc' : 'asc' }))}
          >
            <Menu.RadioItem value="asc">{t('table.ascending')}</Menu.RadioItem>
            <Menu.RadioItem value="desc">{t('table.descending')}</Menu.RadioItem>
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

export function sortKey(column: { id: string; sortable?: boolean | string }): string {
  return typeof column.sortable === 'string' ? column.sortable : column.id
}
