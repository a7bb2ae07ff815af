import { InlineAlert } from '@gatehouse/ui'
import { Button, Text } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useState } from 'react'
import type { PaymentMethod } from '../wire'
import { CardDialog } from './card-dialog'
import { cardDate } from './day'
import { isOver, methodText } from './method'
import { SectionCard } from './section-card'
import classes from './subscriptions.module.css'
import { useT } from './subscriptions.texts'
import type { Billing } from './use-billing'

interface MethodCardProps {
  readonly billing: Billing
  readonly canChange: boolean
}

/** What is charged, and the way to another one. */
export function MethodCard({ billing, canChange }: MethodCardProps) {
  const t = useT()
  const { method, alive } = billing
  const [isEntering, setIsEntering] = useState(false)
  const action = canChange && (
    <Button variant={alive && !method ? 'filled' : 'default'} onClick={() => setIsEntering(true)}>
      {t(method ? 'method.change' : 'method.add')}
    </Button>
  )
  return (
    <SectionCard title={t('method.title')} action={action}>
      {method ? <Method method={method} /> : <NoMethod />}
      {isEntering && <CardDialog billing={billing} onClose={() => setIsEntering(false)} />}
    </SectionCard>
  )
}

/** One line of it, wherever it is named; with a warning once it is over. */
export function Method({ method }: { readonly method: PaymentMethod }) {
  const t = useT()
  const isDone = isOver(method, Date.now())
  return (
    <>
      <div className={classes.method}>
        <span className={classes.cardMark}>
          <IconCreditCard size={20} stroke={1.5} aria-hidden />
        </span>
        <div>
          <p className={classes.line}>{methodText(method)}</p>
          <p className={classes.quiet}>
            {t(isDone ? 'method.expired' : 'method.expires', { date: cardDate(method.expMonth, method.expYear) })}
          </p>
        </div>
      </div>
      {isDone && <InlineAlert tone="warning">{t('method.expiredHelp')}</InlineAlert>}
    </>
  )
}

function NoMethod() {
  const t = useT()
  return (
    <div>
      <p className={classes.line}>{t('method.none')}</p>
      <Text c="dimmed">{t('method.noneHelp')}</Text>
    </div>
  )
}
