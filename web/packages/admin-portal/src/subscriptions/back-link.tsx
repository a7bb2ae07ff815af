import { Link } from '../shared/router'
import classes from './subscriptions.module.css'
import { useT } from './subscriptions.texts'

/** From a page of the section to its first. */
export function BackLink() {
  const t = useT()
  return (
    <Link to="/subscriptions" className={classes.back}>
      {t('title')}
    </Link>
  )
}
