import { descriptionOf, failureOf } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { errorText, InlineAlert, RelativeTime } from '@gatehouse/ui'
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { LicenseEntry } from '../wire'
import { timelineQuery } from './licenses.queries'
import { useT } from './licenses.texts'
import classes from './timeline.module.css'

/** History of a license: actions of users and staff, and events of the payment provider. */
export function Timeline({ fingerprint }: { readonly fingerprint: string }) {
  const t = useT()
  const timeline = useInfiniteQuery(timelineQuery(useApi(), fingerprint))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = timeline
  const failure = failureOf(timeline)
  const entries = data?.pages.flat()
  return (
    <Stack component="section" gap="md" aria-labelledby="license-timeline">
      <Title order={3} size="h3" id="license-timeline">
        {t('timeline.title')}
      </Title>
      {failure && <InlineAlert tone="danger">{t('timeline.failed', { reason: errorText(failure) })}</InlineAlert>}
      {!entries && !failure && <Skeleton height={20} width="60%" />}
      {entries?.length === 0 && <Text c="dimmed">{t('timeline.none')}</Text>}
      {entries && entries.length > 0 && (
        <ol className={classes.entries}>
          {entries.map((entry) => (
            <Entry key={`${entry.at} ${entry.name} ${entry.text}`} entry={entry} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div>
          <Button variant="default" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('timeline.more')}
          </Button>
        </div>
      )}
    </Stack>
  )
}

function Entry({ entry: { at, kind, name, text, json, actor, attempts = 0 } }: { readonly entry: LicenseEntry }) {
  const t = useT()
  return (
    <li className={classes.entry} data-kind={kind}>
      {kind === 'audit' ? (
        <Text>{descriptionOf({ action: name, description: text ?? '', json: json ?? {} })}</Text>
      ) : (
        <Text>
          <code>{name}</code> {text}
        </Text>
      )}
      <Group gap="xs">
        <Text span size="sm" c="dimmed">
          <RelativeTime value={at} />
        </Text>
        <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {kind === 'payment' ? t('timeline.provider') : (actor ?? t('timeline.system'))}
        </Text>
        {attempts ? (
          <Text span size="sm" c="var(--gh-danger-text)">
            {t('timeline.attempts', { count: attempts })}
          </Text>
        ) : null}
      </Group>
    </li>
  )
}
