import { type RowWords, useEditAndDelete } from '@gatehouse/admin-portal/kit'
import { Card, Group, Text, Title } from '@mantine/core'
import { useCreate } from '../shared/create-button'
import type { PermissionCategory } from '../wire'
import { CategoryDialog } from './category-dialog'
import { CategoryList } from './category-list'
import { deleteCategory } from './permissions.actions'
import { useT } from './permissions.texts'

/** Categories of the permission catalog. */
export function Categories({ categories }: { readonly categories: readonly PermissionCategory[] }) {
  const t = useT()
  const create = useCreate({
    label: t('categories.create.button'),
    permission: 'vendor.write.roles',
    dialog: (close) => <CategoryDialog onClose={close} />,
  })
  const words = (key: RowWords, values?: { readonly name: string }) =>
    key === 'actions.edit' || key === 'actions.delete' ? t(key) : t(`categories.${key}`, values)
  const { actionsFor, dialog } = useEditAndDelete<PermissionCategory>({
    change: 'vendor.write.roles',
    t: words,
    editor: (category, close) => <CategoryDialog category={category} onClose={close} />,
    deletion: { action: deleteCategory, keeps: ({ permissions }) => permissions.length > 0 },
  })
  return (
    <Card component="section" aria-label={t('categories.title')} mt="xl">
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2} size="h3">
            {t('categories.title')}
          </Title>
          <Text c="dimmed">{t('categories.help')}</Text>
        </div>
        {create.button}
      </Group>
      <CategoryList categories={categories} actionsFor={actionsFor} />
      {create.dialog}
      {dialog}
    </Card>
  )
}
