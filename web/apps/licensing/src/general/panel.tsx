import { ErrorState } from '@gatehouse/ui'
import { Skeleton, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from './general.module.css'

interface Props {
  readonly title: string
  readonly children: ReactNode
  /** Where more of it is. */
  readonly more?: ReactNode
}

export function Panel({ title, children, more }: Props) {
  return (
    <section className={classes.panel} aria-label={title}>
      <Title order={2} className={classes.panelTitle}>
        {title}
      </Title>
      <div className={classes.panelBody}>{children}</div>
      {more && <div>{more}</div>}
    </section>
  )
}

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  readonly height: number
  readonly children: (data: Data) => ReactNode
}

/** The place is kept while it loads; what fails leaves the rest of the page. */
export function Loaded<Data>({ query, height, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <Skeleton height={height} radius={6} />
}
