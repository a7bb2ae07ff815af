import { CallBody, useAction } from '@gatehouse/admin-portal/kit'
import { errorText, InlineAlert } from '@gatehouse/ui'
import { Button, Radio, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { Prehook, PrehookTestResult } from '../wire'
import { isOutcome } from './outcomes'
import { testPrehook } from './prehooks.actions'
import type { EventKey } from './prehooks.queries'
import { useT } from './prehooks.texts'

/** Sends a test request about a fictitious user, and shows request and response. */
export function TestPart({ prehook }: { readonly prehook: Prehook }) {
  const t = useT()
  const test = useAction(testPrehook)
  const [chosen, setChosen] = useState<EventKey>()
  const [result, setResult] = useState<PrehookTestResult>()
  const [problem, setProblem] = useState<string>()
  const { eventKeys } = prehook
  const eventKey = chosen && eventKeys.includes(chosen) ? chosen : (eventKeys[0] ?? 'SIGN_UP')

  async function run() {
    setResult(undefined)
    setProblem(undefined)
    try {
      setResult(await test.run({ prehook, eventKey }))
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <section>
      <Title order={3} size="h3" mb={4}>
        {t('test.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('test.help')}
      </Text>
      <Stack gap="sm" align="flex-start">
        {eventKeys.length > 1 && (
          <Radio.Group label={t('test.event')} value={eventKey} onChange={(next) => setChosen(next as EventKey)}>
            <Stack gap="xs" mt="xs">
              {eventKeys.map((one) => (
                <Radio key={one} value={one} label={t(`events.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
          loading={test.isRunning}
          onClick={() => void run()}
        >
          {t('test.button')}
        </Button>
        {problem && <InlineAlert tone="danger">{problem}</InlineAlert>}
        {result && <Outcome result={result} />}
      </Stack>
    </section>
  )
}

function Outcome({ result }: { readonly result: PrehookTestResult }) {
  const t = useT()
  const { verdict, failure, message, milliseconds: ms, sent, body, statusCode } = result
  const said = isOutcome(verdict) ? t(`outcome.${verdict}`) : undefined
  return (
    <Stack gap={4} w="100%">
      <InlineAlert
        tone={said ? 'success' : 'danger'}
        title={said ? t('test.verdict', { verdict: said, ms }) : t('test.failed', { why: failure })}
      >
        {message && t('test.said', { message })}
      </InlineAlert>
      <CallBody label={t('test.sent')} text={sent} />
      {statusCode != null && <CallBody label={`${t('test.answer')} (${statusCode})`} text={body} />}
    </Stack>
  )
}
