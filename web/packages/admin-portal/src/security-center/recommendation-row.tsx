import { StatusBadge } from '@gatehouse/ui'
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { Recommendation } from '../wire'
import { FixButton } from './fix-button'
import { isFixable } from './fixes'
import { PlaceLink } from './place-link'
import classes from './security-center.module.css'
import { useT } from './security-center.texts'
import { useWords } from './use-words'

const LOOKS = {
  SEVERE: { tone: 'danger', icon: IconCircleX },
  WARNING: { tone: 'warning', icon: IconAlertTriangle },
  INFO: { tone: 'neutral', icon: IconInfoCircle },
} as const

/** What to do, why, what it is worth, and the way to do it. */
export function RecommendationRow({ item, onGone }: { item: Recommendation; onGone: () => void }) {
  const t = useT()
  const { title, why } = useWords()(item)
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <h3 className={classes.name}>{title}</h3>
        <p className={classes.reason}>{why}</p>
        <span className={classes.facts}>
          <StatusBadge {...LOOKS[item.severity]}>{t(`severity.${item.severity}`)}</StatusBadge>
          <span className={classes.points}>{t('list.points', { points: item.points })}</span>
        </span>
      </div>
      <div className={classes.action}>
        {isFixable(item) && <FixButton item={item} onGone={onGone} />}
        <PlaceLink code={item.code} />
      </div>
    </li>
  )
}
