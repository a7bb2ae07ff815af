import { useApi } from '@gatehouse/react'
import { CopyButton, ErrorState, Loading } from '@gatehouse/ui'
import { Anchor, Card, Code, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ADDRESSES, associationFileQuery, type Platform } from './mobile.queries'
import { useT } from './mobile.texts'

/** The association file of a platform. */
export function AssociationFile({ platform }: { readonly platform: Platform }) {
  const t = useT()
  const id = useId()
  const { data, error, refetch } = useQuery(associationFileQuery(useApi(), platform))
  const address = ADDRESSES[platform]
  const text = JSON.stringify(data, null, 2)
  return (
    <Card component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3" id={id}>
          {t(`told.${platform}`)}
        </Title>
        {data !== undefined && <CopyButton value={text} label={t('told.copy', { address })} />}
      </Group>
      <Text c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('told.help', { address })}
      </Text>
      {data !== undefined ? (
        <Code block tabIndex={0} aria-label={address} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Code>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <Anchor href={address} target="_blank" rel="noreferrer" mt="sm" display="inline-block">
        {t('told.open', { address })}
      </Anchor>
    </Card>
  )
}
