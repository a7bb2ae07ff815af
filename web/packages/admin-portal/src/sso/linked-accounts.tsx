import { useApi } from '@gatehouse/react'
import { ConfirmDialog, ErrorState, RowMenu, TextField } from '@gatehouse/ui'
import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUnlink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { SsoConnection, SsoLink } from '../wire'
import { releaseLink } from './sso.actions'
import classes from './sso.module.css'
import { linksQuery, MOST_LINKS } from './sso.queries'
import { useT } from './sso.texts'

/** Which accounts of the identity provider open which accounts here; each can be released. */
export function LinkedAccounts({ connection: { id } }: { connection: SsoConnection }) {
  const t = useT()
  const mayRelease = usePermissions()('fe.secure.write.samlConfiguration')
  const release = useAction(releaseLink)
  const heading = useId()
  const [search, setSearch] = useState('')
  const [text] = useDebouncedValue(search.trim(), 200)
  const [asked, setAsked] = useState<SsoLink>()
  const { data, error, refetch } = useQuery(linksQuery(useApi(), id, text))
  return (
    <section aria-labelledby={heading}>
      <Stack gap="sm">
        <Title order={3} size="h4" id={heading}>
          {t('links.title')}
        </Title>
        <Text size="sm" c="var(--gh-text-secondary)">
          {t('links.help')}
        </Text>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            {(text || (data && data.total > MOST_LINKS)) && (
              <TextField
                label={t('links.search')}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            )}
            {data ? (
              <ul className={classes.list} aria-labelledby={heading}>
                {data.items.map((link) => (
                  <li key={link.id} className={classes.item}>
                    <Group justify="space-between" wrap="nowrap">
                      <span className={classes.connection}>
                        <span className={classes.name}>{link.userEmail ?? t('links.left')}</span>
                        <span className={classes.quiet}>
                          {t('links.subject', { subject: link.subject, email: link.email })}
                        </span>
                      </span>
                      {mayRelease && (
                        <RowMenu
                          label={t('actionsFor', { name: link.email || link.subject })}
                          actions={[
                            {
                              label: t('links.release'),
                              icon: IconUnlink,
                              onClick: () => setAsked(link),
                              danger: true,
                            },
                          ]}
                        />
                      )}
                    </Group>
                  </li>
                ))}
              </ul>
            ) : (
              <Skeleton h={64} />
            )}
            {data && (
              <Text size="sm" c="var(--gh-text-secondary)">
                {data.total === 0
                  ? t(text ? 'links.noneFound' : 'links.none')
                  : t('links.shown', { shown: data.items.length, count: data.total })}
              </Text>
            )}
          </>
        )}
      </Stack>
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={async () => {
          if (asked) await release.run({ id, link: asked })
        }}
        title={t('links.question', { name: asked?.email || asked?.subject || '' })}
        verb={t('links.release')}
      >
        {t('links.warning')}
      </ConfirmDialog>
    </section>
  )
}
