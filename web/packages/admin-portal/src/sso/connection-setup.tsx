import { Button, Card, Group, Stack, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearch } from '../shared/router'
import type { SsoConnection } from '../wire'
import { isDone, nextStep, STEPS, type StepName, type StepProps } from './setup'
import classes from './sso.module.css'
import { useT } from './sso.texts'
import { StepDomains } from './step-domains'
import { StepOn } from './step-on'
import { StepProvider } from './step-provider'
import { StepRoles } from './step-roles'
import { StepTest } from './step-test'
import { StepValues } from './step-values'

const PARTS: Record<StepName, ComponentType<StepProps>> = {
  values: StepValues,
  provider: StepProvider,
  domains: StepDomains,
  roles: StepRoles,
  test: StepTest,
  on: StepOn,
}

/** What has to be done, step by step. Each is saved as it is done and in the address, so that it can be continued later. */
export function ConnectionSetup({ connection }: { connection: SsoConnection }) {
  const t = useT()
  const navigate = useNavigate()
  const asked = useSearch().step
  const [start] = useState(() => nextStep(connection))
  const [hasPassed, setHasPassed] = useState(false)
  const step = STEPS.find((one) => one === asked) ?? start
  const at = STEPS.indexOf(step)
  const heading = useFocusAt(step)
  const go = (to: StepName | undefined) => void navigate({ to: '.', search: { step: to } })
  const Part = PARTS[step]
  return (
    <Card>
      <Stack gap="lg">
        <ol className={classes.steps} aria-label={t('setup.steps')}>
          {STEPS.map((one, index) => {
            const done = isDone(connection, one, hasPassed)
            return (
              <li key={one} aria-current={one === step ? 'step' : undefined}>
                <UnstyledButton className={classes.step} disabled={one === step} onClick={() => go(one)}>
                  <span className={classes.mark} data-done={done || undefined}>
                    {done ? <IconCheck size={14} stroke={2.5} aria-hidden /> : index + 1}
                  </span>
                  {t(`steps.${one}`)}
                  {done && <VisuallyHidden>{t('setup.done')}</VisuallyHidden>}
                </UnstyledButton>
              </li>
            )
          })}
        </ol>
        <Title order={2} size="h3" ref={heading} tabIndex={-1}>
          {t(`steps.${step}`)}
        </Title>
        <Part key={step} connection={connection} onPassed={() => setHasPassed(true)} />
        <Group justify="flex-end" gap="xs">
          {at > 0 && (
            <Button variant="default" onClick={() => go(STEPS[at - 1])}>
              {t('setup.back')}
            </Button>
          )}
          {at < STEPS.length - 1 && <Button onClick={() => go(STEPS[at + 1])}>{t('setup.next')}</Button>}
        </Group>
      </Stack>
    </Card>
  )
}

/** Another step is read from its heading on. */
function useFocusAt(step: StepName) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return heading
}
