import { useApi } from '@gatehouse/react'
import { ErrorState, Loading } from '@gatehouse/ui'
import { Title } from '@mantine/core'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Role } from '../wire'
import { builtIn } from './built-in'
import { allowedBy, countOf } from './effective'
import classes from './roles.module.css'
import { categoriesQuery } from './roles.queries'
import { useT } from './roles.texts'

/** What the role allows, by category: how much of each at a glance, the single permissions on opening. */
export function PermissionList({ role }: { role: Role }) {
  const t = useT()
  const { data, error, refetch } = useQuery(categoriesQuery(useApi()))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
  const allowed = allowedBy(role, data)

  return (
    <section>
      <Title order={3} size="h3" mb={8}>
        {t('count', { count: countOf(allowed) })}
      </Title>
      {allowed.length === 0 && <div>{t('drawer.nothing')}</div>}
      {allowed.map(({ id, name, permissions, of }) => (
        <details key={id} className={classes.category}>
          <summary>
            <IconChevronRight size={16} className={classes.chevron} aria-hidden />
            <span className={classes.categoryName}>{builtIn(name)}</span>
            <span className={classes.share}>{t('drawer.share', { count: permissions.length, of })}</span>
          </summary>
          <ul className={classes.permissions}>
            {permissions.map((permission) => (
              <li key={permission.id} title={permission.key}>
                <IconCheck size={16} className={classes.check} aria-hidden />
                <span>{builtIn(permission.name)}</span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}
