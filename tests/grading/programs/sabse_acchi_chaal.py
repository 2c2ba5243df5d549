# Tic tac toe (shunya-kaata) ka computer khiladi

jeet_ki_line = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]

def jeeta(takhta, khiladi):
    for a, b, c in jeet_ki_line:
        if takhta[a] == khiladi and takhta[b] == khiladi and takhta[c] == khiladi:
            return True
    return False

def khaali(takhta):
    return [i for i in range(9) if takhta[i] == '_']

def chaal_ka_mol(takhta, baari, khiladi, virodhi, gehrai):
    if jeeta(takhta, khiladi):
        return 1
    if jeeta(takhta, virodhi):
        return -1
    if len(khaali(takhta)) == 0 or gehrai == 0:
        return 0
    mol = []
    for i in khaali(takhta):
        takhta[i] = baari
        agla = virodhi if baari == khiladi else khiladi
        mol.append(chaal_ka_mol(takhta, agla, khiladi, virodhi, gehrai - 1))
        takhta[i] = '_'
    return max(mol) if baari == khiladi else min(mol)

def sabse_acchi_chaal(takhta, khiladi, gehrai=2):
    virodhi = 'o' if khiladi == 'x' else 'x'
    sabse_accha = -10
    chaal = -1
    for i in khaali(takhta):
        takhta[i] = khiladi
        m = chaal_ka_mol(takhta, virodhi, khiladi, virodhi, gehrai)
        takhta[i] = '_'
        if m > sabse_accha:
            sabse_accha = m
            chaal = i
    return chaal
