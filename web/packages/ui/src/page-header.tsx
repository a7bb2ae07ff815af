import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'
import { useBrand } from './ui-provider'

interface PageHeaderProps {
  title: string
  /** One line about the purpose of the page. */
  purpose?: ReactNode
  /** The primary action. */
  action?: ReactNode
  /** Only below the second level of navigation. */
  breadcrumbs?: ReactNode
}

/** The title of a page; also sets the browser's title. */
export function PageHeader({ title, purpose, action, breadcrumbs }: PageHeaderProps) {
  const { name } = useBrand()
  useDocumentTitle(name ? `${title} · ${name}` : title)
  return (
    // Not a `header` element, because embedding pages often style those.
    <div className={classes.header}>
      <div className={classes.text}>
        {breadcrumbs}
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {purpose && <p className={classes.purpose}>{purpose}</p>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
