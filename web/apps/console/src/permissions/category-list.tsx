import { builtIn } from '@gatehouse/admin-portal/kit'
import { Paging, type RowAction, RowMenu, SearchField } from '@gatehouse/ui'
import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PermissionCategory } from '../wire'
import { useT } from './permissions.texts'

interface CategoryListProps {
  readonly categories: readonly PermissionCategory[]
  readonly actionsFor: (category: PermissionCategory) => RowAction[]
}

const PAGE_SIZE = 20

/** Categories in pages, with a search field if there is more than one page. */
export function CategoryList({ categories, actionsFor }: CategoryListProps) {
  const t = useT()
  const [{ page, filter }, setAsked] = useState({ page: 1, filter: '' })
  const found = categories.filter(matchesFilter(filter))
  // The current page may no longer exist after a deletion.
  const at = Math.min(page, Math.max(1, Math.ceil(found.length / PAGE_SIZE)))
  const shown = found.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE)
  return (
    <>
      {categories.length > PAGE_SIZE && (
        <Group mb="md">
          <SearchField
            label={t('categories.search')}
            value={filter}
            onChange={(next) => setAsked({ page: 1, filter: next })}
          />
        </Group>
      )}
      {found.length === 0 && <Text c="dimmed">{t('categories.none')}</Text>}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {shown.map((category) => (
          <CategoryRow key={category.id} category={category} actions={actionsFor(category)} />
        ))}
      </Stack>
      {found.length > PAGE_SIZE && (
        <Paging
          state={{ page: at, pageSize: PAGE_SIZE }}
          onStateChange={(next) => setAsked({ page: next.page, filter })}
          total={found.length}
          shown={shown.length}
          sizes={[PAGE_SIZE]}
        />
      )}
    </>
  )
}

function matchesFilter(filter: string) {
  const wanted = filter.toLowerCase()
  return ({ name, description }: PermissionCategory) =>
    `${builtIn(name)} ${name} ${builtIn(description)}`.toLowerCase().includes(wanted)
}

interface CategoryRowProps {
  readonly category: PermissionCategory
  readonly actions: RowAction[]
}

function CategoryRow({ category, actions }: CategoryRowProps) {
  const t = useT()
  const name = builtIn(category.name)
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Text fw={500}>{name}</Text>
        <Text c="dimmed" size="sm">
          {builtIn(category.description) || t('categories.count', { count: category.permissions.length })}
        </Text>
      </div>
      {actions.length > 0 && <RowMenu label={t('categories.actions', { name })} actions={actions} />}
    </Group>
  )
}
