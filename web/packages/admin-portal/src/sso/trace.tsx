import { StatusBadge } from '@gatehouse/ui'
import { Group, Text } from '@mantine/core'
import { Facts } from '../shared/facts'
import type { TestLogin } from '../wire'
import { CHECKS, type CheckName, CODES, type Code } from './checks'
import classes from './sso.module.css'
import { useT } from './sso.texts'

type Check = TestLogin['checks'][number]

/** What was checked, in its order; what failed with what to do about it. */
export function Trace({ checks }: { checks: readonly Check[] }) {
  const t = useT()
  return (
    <ol className={classes.list} aria-label={t('test.trace')}>
      {checks.map((check) => (
        <li key={`${check.name} ${check.says}`} className={classes.item}>
          <Line check={check} />
        </li>
      ))}
    </ol>
  )
}

function Line({ check }: { check: Check }) {
  const t = useT()
  const { name, passed, says, came, expected, mend, code } = check
  const advice = isCode(code) ? t(`mends.${code}`) : isKnown(name) ? t(`checks.${name}.mend`) : mend
  const isWarning = passed && Boolean(mend)
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <span className={classes.name}>{isKnown(name) ? t(`checks.${name}.title`) : name}</span>
        <StatusBadge tone={isWarning ? 'warning' : passed ? 'success' : 'danger'}>
          {t(isWarning ? 'test.warning' : passed ? 'test.right' : 'test.wrong')}
        </StatusBadge>
      </Group>
      {(!passed || isWarning) && (
        <Text size="sm" mt={4}>
          {advice}
        </Text>
      )}
      {(!passed || isWarning) && (
        <Text size="sm" c="var(--gh-text-secondary)" lang="en" mt={4}>
          {says}
        </Text>
      )}
      {(came || expected) && (
        <Facts
          facts={[
            [t('test.came'), came && <code className={classes.received}>{came}</code>],
            [
              t(name === 'groups' ? 'test.mapped' : 'test.expected'),
              expected && <code className={classes.received}>{expected}</code>,
            ],
          ]}
        />
      )}
    </>
  )
}

const isCode = (code: string | null | undefined): code is Code => CODES.includes(code as Code)
const isKnown = (name: string): name is CheckName => CHECKS.includes(name as CheckName)
