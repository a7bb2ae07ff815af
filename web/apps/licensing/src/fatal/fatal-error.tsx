import { Logo, Sentence } from '@gatehouse/ui'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { QueryClientContext } from '@tanstack/react-query'
import { use } from 'react'
import type { Config } from '../config/config.queries'
import { useT } from '../texts'

/** Shown on any uncaught rendering error, when nothing else of the portal can be trusted to work. */
export function FatalError() {
  const t = useT()
  const config = use(QueryClientContext)?.getQueryData<Config>(['config'])
  return (
    <Stack component="main" role="alert" align="center" justify="center" mih="100dvh" p="md" gap="xs" ta="center">
      <Logo />
      <Title order={1} size="h2" mt="lg">
        {t('fatal.title')}
      </Title>
      <Text>{t('fatal.refresh')}</Text>
      <Text c="dimmed">
        <Sentence text={t('fatal.report', { chat: t('fatal.chat') })} part={t('fatal.chat')}>
          {(chat) => (
            <Anchor href={config?.links.slack ?? '/contact'} underline="always" target="_blank" rel="noreferrer">
              {chat}
            </Anchor>
          )}
        </Sentence>
      </Text>
    </Stack>
  )
}
