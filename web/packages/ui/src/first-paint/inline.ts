// Everything that is inlined into the head of a page.
import './page.css'
import './first-paint.css'
import './boot'
