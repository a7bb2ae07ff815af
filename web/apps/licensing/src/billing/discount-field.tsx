import { formatMoney } from '@gatehouse/ui'
import { Button, CloseButton, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from './billing.module.css'
import { useT } from './billing.texts'
import type { Discount, DiscountCode } from './discount.queries'

/** A discount code: typed, looked up, shown with what it gives, and taken away again. */
export function DiscountField({ discount, ...asked }: DiscountCode) {
  return discount ? <Applied discount={discount} onRemove={() => asked.setCode('')} /> : <Code {...asked} />
}

function Code({ failure, isAsking, setCode }: Omit<DiscountCode, 'discount'>) {
  const t = useT()
  const [typed, setTyped] = useState('')
  function ask(event: FormEvent) {
    event.preventDefault()
    setCode(typed.trim())
  }
  return (
    <form className={classes.discount} onSubmit={ask} noValidate>
      <TextInput
        label={t('discount.label')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={failure}
        maxLength={32}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" variant="default" loading={isAsking} disabled={!typed.trim()}>
        {t('discount.apply')}
      </Button>
    </form>
  )
}

interface AppliedProps {
  readonly discount: Discount
  readonly onRemove: () => void
}

function Applied({ discount, onRemove }: AppliedProps) {
  const t = useT()
  return (
    <p className={classes.discountGiven} role="status">
      <span>
        <strong>{discount.code}</strong>
        {' · '}
        {useOff(discount)}
      </span>
      <CloseButton aria-label={t('discount.remove', { code: discount.code })} onClick={onRemove} />
    </p>
  )
}

function useOff({ type, amount, currencyCode }: Discount): string {
  const t = useT()
  if (type === 'percentage' || !currencyCode) return t('discount.percent', { amount })
  const money = formatMoney(Number(amount), currencyCode)
  return t(type === 'flat_per_seat' ? 'discount.perSeat' : 'discount.flat', { amount: money })
}
