import { ErrorState, Loading } from '@gatehouse/ui'
import { Stack, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../shared/api'
import classes from './roles.module.css'
import { categoriesQuery } from './roles.queries'
import { useT } from './roles.texts'

/** The permissions with these ids, by category. */
export function PermissionList({ held }: { held: readonly string[] }) {
  const t = useT()
  const { data, error, refetch } = useQuery(categoriesQuery(useApi()))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const categories = data
    .map(({ id, name, permissions }) => ({ id, name, held: permissions.filter((one) => held.includes(one.id)) }))
    .filter((category) => category.held.length > 0)

  return (
    <Stack gap="md" component="section">
      <Title order={3} size="h3">
        {t('count', { count: held.length })}
      </Title>
      {categories.length === 0 && <div>{t('drawer.nothing')}</div>}
      {categories.map((category) => (
        <div key={category.id}>
          <h4 className={classes.category}>{category.name}</h4>
          <ul className={classes.permissions}>
            {category.held.map(({ id, name, key }) => (
              <li key={id} title={key}>
                <span className={classes.check}>
                  <IconCheck size={16} aria-hidden />
                </span>
                <span className={classes.permission}>{name}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Stack>
  )
}
