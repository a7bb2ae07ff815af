import { EmptyState } from '@gatehouse/ui'
import { Card, Text, Title } from '@mantine/core'
import { useId, useRef } from 'react'
import { usePermissions } from '../shared/permissions'
import type { Recommendation } from '../wire'
import { RecommendationRow } from './recommendation-row'
import classes from './security-center.module.css'
import { useT } from './security-center.texts'

export function RecommendationList({ items }: { items: readonly Recommendation[] }) {
  const t = useT()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const canChange = usePermissions()('fe.secure.write.securityPolicy')
  return (
    <Card component="section" aria-labelledby={id}>
      {/* Where the keyboard goes on when a row is done and gone. */}
      <Title order={2} size="h3" id={id} ref={title} tabIndex={-1} className={classes.title}>
        {t('list.title')}
      </Title>
      {!canChange && items.length > 0 && <Text c="dimmed">{t('onlyAdmins')}</Text>}
      {items.length === 0 ? (
        <EmptyState title={t('list.none')}>{t('list.noneHelp')}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {items.map((item) => (
            <RecommendationRow key={item.code} item={item} onGone={() => title.current?.focus()} />
          ))}
        </ul>
      )}
    </Card>
  )
}
