import { useApi } from '@gatehouse/react'
import { errorText, InlineAlert } from '@gatehouse/ui'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { TestLogin } from '../wire'
import { knowsProvider, type StepProps } from './setup'
import { beginTest } from './sso.actions'
import { testQuery } from './sso.queries'
import { useT } from './sso.texts'
import { Trace } from './trace'

/** A test login runs in another tab; this page shows its result. */
export function StepTest({ connection, onPassed }: StepProps) {
  const t = useT()
  const mayTest = usePermissions()('fe.secure.write.samlConfiguration')
  const begin = useAction(beginTest)
  const [test, setTest] = useState<TestLogin>()
  const [failure, setFailure] = useState<string>()

  async function start() {
    setFailure(undefined)
    setTest(undefined)
    // Opened by the click itself, or the browser takes it for an advertisement.
    const tab = window.open('about:blank', '_blank')
    // Without its opener the provider's page cannot send this one to another address.
    if (tab) tab.opener = null
    try {
      const begun = await begin.run(connection.id)
      setTest(begun)
      if (begun.address && tab) tab.location.href = begun.address
      else tab?.close()
    } catch (error) {
      tab?.close()
      setFailure(errorText(error))
    }
  }
  return (
    <Stack gap="lg">
      <Text size="sm" c="var(--gh-text-secondary)">
        {t('test.help')}
      </Text>
      {!knowsProvider(connection) && <InlineAlert tone="warning">{t('test.notYet')}</InlineAlert>}
      {mayTest && (
        <Group>
          <Button
            variant={test ? 'default' : 'filled'}
            leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
            loading={begin.isRunning}
            disabled={!knowsProvider(connection)}
            onClick={() => void start()}
          >
            {t(test ? 'test.again' : 'test.start')}
          </Button>
        </Group>
      )}
      {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
      {test && <Result key={test.id} connectionId={connection.id} begun={test} onPassed={onPassed} />}
    </Stack>
  )
}

interface ResultProps {
  readonly connectionId: string
  readonly begun: TestLogin
  readonly onPassed: () => void
}

function Result({ connectionId, begun, onPassed }: ResultProps) {
  const t = useT()
  const { data: test, error } = useQuery(testQuery(useApi(), connectionId, begun))
  const hasPassed = test.passed === true
  useEffect(() => {
    if (hasPassed) onPassed()
  }, [hasPassed, onPassed])

  if (test.passed === null) {
    return (
      <InlineAlert tone="info" title={t('test.waiting')}>
        {error ? errorText(error) : t('test.waitingHelp')}{' '}
        {begun.address && (
          <Anchor href={begun.address} target="_blank" rel="noreferrer" size="sm">
            {t('test.open')}
          </Anchor>
        )}
      </InlineAlert>
    )
  }
  const failed = test.checks.filter(({ passed }) => !passed).length
  return (
    <Stack gap="md">
      <InlineAlert
        tone={hasPassed ? 'success' : 'danger'}
        title={hasPassed ? t('test.passed') : t('test.failed', { count: failed })}
      >
        {t(hasPassed ? 'test.passedHelp' : 'test.failedHelp')}
      </InlineAlert>
      <Trace checks={test.checks} />
    </Stack>
  )
}
