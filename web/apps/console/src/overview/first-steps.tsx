import { Link, usePermissions } from '@gatehouse/admin-portal/kit'
import { Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { OverviewFigures } from '../wire'
import { useT } from './overview.texts'

const PLACES = {
  brand: { to: '/brand', needs: 'vendor.read.configuration' },
  signIn: { to: '/sign-in', needs: 'vendor.read.configuration' },
  application: { to: '/applications', needs: 'vendor.read.applications' },
  plan: { to: '/plans', needs: 'vendor.read.entitlements' },
  customer: { to: '/tenants', needs: 'vendor.read.tenants' },
} as const

type Step = keyof typeof PLACES

const STEPS = Object.keys(PLACES) as Step[]

/** Checklist of a new installation. Disappears when all steps are completed. */
export function FirstSteps({ steps }: { readonly steps: OverviewFigures['firstSteps'] }) {
  const t = useT()
  const done = STEPS.filter((step) => steps[step]).length
  if (done === STEPS.length) return null
  return (
    <Paper component="section" withBorder p="lg" radius="md" aria-labelledby="overview-first-steps">
      <Title order={2} size="h3" id="overview-first-steps">
        {t('firstSteps.title')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('firstSteps.done', { done, all: STEPS.length })}
      </Text>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {STEPS.map((step) => (
          <StepRow key={step} step={step} isDone={steps[step]} />
        ))}
      </Stack>
    </Paper>
  )
}

function StepRow({ step, isDone }: { readonly step: Step; readonly isDone: boolean }) {
  const t = useT()
  const can = usePermissions()
  const { to, needs } = PLACES[step]
  const name = t(`firstSteps.${step}.name`)
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      {isDone ? (
        <IconCircleCheck size={20} stroke={1.75} aria-hidden color="var(--gh-success-text)" style={{ flexShrink: 0 }} />
      ) : (
        <IconCircleDashed
          size={20}
          stroke={1.75}
          aria-hidden
          color="var(--gh-text-secondary)"
          style={{ flexShrink: 0 }}
        />
      )}
      <div>
        {can(needs) ? <Link to={to}>{name}</Link> : <Text span>{name}</Text>}
        <VisuallyHidden>{t(isDone ? 'firstSteps.isDone' : 'firstSteps.isOpen')}</VisuallyHidden>
        <Text c="dimmed" size="sm">
          {t(`firstSteps.${step}.help`)}
        </Text>
      </div>
    </Group>
  )
}
