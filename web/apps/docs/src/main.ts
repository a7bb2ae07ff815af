import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import './reference.css'

const page = document.documentElement
const reference = document.createElement('main')
document.getElementById('root')?.replaceChildren(reference)
// Swagger UI switches to its dark theme by this class.
page.classList.toggle('dark-mode', page.dataset.mantineColorScheme === 'dark')

SwaggerUI({
  domNode: reference,
  url: '/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  // The validator badge would send the description to an outside service.
  validatorUrl: null,
})
