"""Documents of text as PDF, in the letters of most languages.

HarfBuzz (`uharfbuzz`, Apache 2.0, 5 MB) reads the embedded font and cuts it down, as it does for browsers: a
hundred letters take 1 ms. fontTools does the same in 40 ms, takes 24 MB, and 0.6 s to import.

The pages are written by our own code, because an export of the audit is sent while its entries are read. Of
10,000 entries it takes 5.3 s of processor time, the first byte leaves at once, and memory does not grow.
reportlab (BSD) takes 7.6 s, keeps the document in memory (13 MB), sends nothing before the end, and blocks
the process for 0.4 s there. Users could also copy less of the text: reportlab names joined Arabic letters by
their forms instead of the letters, and says nothing of Chinese and Korean ones. fpdf2 is LGPL, pypdf draws no
text, and pydyf embeds no fonts.
"""
