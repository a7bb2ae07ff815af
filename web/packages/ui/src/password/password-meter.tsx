import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useT } from '../texts'
import classes from './password.module.css'
import { createLengthRule, hasRules, type Rule, type Rules, STRENGTHS } from './rules'
import { useStrength } from './use-strength'

interface PasswordMeterProps {
  readonly password: string
  readonly rules: Rules
  readonly minLength: number
  readonly about?: readonly string[] | undefined
  /** The server rejected it as weak. */
  readonly isRefused: boolean
}

/** Four bars and a label for the strength, and the vendor's rules beyond length. Empty until something is typed. */
export function PasswordMeter({ password, rules, minLength, about, isRefused }: PasswordMeterProps) {
  const t = useT()
  const estimated = useStrength(password, about)
  const isShort = [...password].length < minLength
  const strength = password !== '' && (isShort || isRefused) ? 'weak' : estimated
  const reached = strength ? STRENGTHS.indexOf(strength) + 1 : 0
  const word = strength ? t(isShort ? 'strength.short' : `strength.${strength}`) : ''
  return (
    <>
      <div className={classes.meter} data-strength={reached}>
        {STRENGTHS.map((name, index) => (
          <span key={name} className={classes.bar} data-on={index < reached || undefined} />
        ))}
        <span className={classes.strength} aria-hidden>
          {word}
        </span>
      </div>
      <VisuallyHidden role="status">{word && t('strength.label', { word })}</VisuallyHidden>
      {hasRules(rules) && <RuleList rules={[createLengthRule(minLength), ...rules.required]} password={password} />}
      {rules.atLeast > 0 && rules.atLeast < rules.optional.length && (
        <div className={classes.rulesLead}>{t('strength.some', { count: rules.atLeast })}</div>
      )}
      <RuleList rules={rules.optional} password={password} />
    </>
  )
}

function RuleList({ rules, password }: { readonly rules: readonly Rule[]; readonly password: string }) {
  if (rules.length === 0) return null
  return (
    <ul className={classes.rules}>
      {rules.map((rule) => {
        const isMet = password !== '' && rule.isMet(password)
        const Icon = isMet ? IconCheck : IconPoint
        return (
          <li key={rule.label} data-met={isMet || undefined}>
            <Icon size={14} aria-hidden /> {rule.label}
          </li>
        )
      })}
    </ul>
  )
}
