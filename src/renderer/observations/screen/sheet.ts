// The style of an HTML page without its own. Every selector has zero specificity, so any rule of the page wins.

/** For every page. */
export const BASE = `
:where(html){font:15px/1.55 "Liberation Sans",Arial,sans-serif;background:#fff;color:#1c1f24}
:where(body){margin:0;padding:20px 28px 32px;overflow-wrap:break-word}
:where(img){max-width:100%}
:where(a){color:#1d5bb5;text-decoration:underline;text-underline-offset:2px}
:where(button,input,select,textarea){font:inherit;color:inherit}
`

/** For a page without a style sheet. */
export const UNSTYLED = `
:where(body){max-width:820px;margin:0 auto}
:where(h1,h2,h3,h4){margin:1.1em 0 .5em;line-height:1.25}
:where(h1){font-size:1.75em}:where(h2){font-size:1.35em}:where(h3){font-size:1.12em}
:where(h1:first-child){margin-top:0}
:where(p,ul,ol,dl,table,form,fieldset){margin:0 0 14px}
:where(ul,ol){padding-left:22px}
:where(li){margin:5px 0}
:where(nav ul,nav ol){display:flex;flex-wrap:wrap;gap:4px 18px;padding:0;list-style:none}
:where(header,nav){margin-bottom:14px}
:where(footer){margin-top:24px;padding-top:12px;border-top:1px solid #dde1e7;color:#5b6470}
:where(fieldset){border:1px solid #d3d8e0;border-radius:8px;padding:10px 14px}
:where(label){margin-right:6px}
:where(li>label){margin:0}
:where(input:not([type=checkbox],[type=radio],[type=range],[type=image]),select,textarea){min-height:34px;box-sizing:border-box;margin:3px 8px 3px 0;padding:5px 10px;border:1px solid #a9b1bd;border-radius:7px;background:#fff}
:where(input:not([type])){min-width:220px}
:where(input[type=text],input[type=search],input[type=email],input[type=url],input[type=password]){min-width:220px}
:where(input[type=checkbox],input[type=radio]){width:17px;height:17px;margin:0 8px 0 0;vertical-align:-3px;accent-color:#1d5bb5}
:where(button,input[type=submit],input[type=button],input[type=reset]){min-height:34px;margin:3px 8px 3px 0;padding:5px 15px;border:1px solid #a9b1bd;border-radius:7px;background:#f4f5f7;width:auto;min-width:0}
:where(table){border-collapse:collapse}
:where(th,td){padding:6px 14px 6px 0;border-bottom:1px solid #dde1e7;text-align:left;vertical-align:top}
:where(table[border] th,table[border] td){padding:6px 12px;border:1px solid #d3d8e0}
:where(pre,code){font-family:"Liberation Mono",monospace;font-size:.92em}
:where(pre){padding:10px 14px;border-radius:8px;background:#f4f5f7;overflow:auto}
:where(hr){margin:18px 0;border:0;border-top:1px solid #dde1e7}
:where([role=alert],[role=status]){padding:6px 12px;border-left:3px solid #8a4b00;background:#faf4ec}
:where([hidden]){display:none}
`
